// React's own, without the stack that it takes of each element it makes: those are shown by its tools for
// developers only, and are a seventh of the time of a component's spec. Its warnings name components as before.
const path = require('node:path');
const {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals,
} = require('react');

if (internals?.recentlyCreatedOwnerStacks === undefined)
  throw new Error('This React is not the one that libs/tooling/jest/jsx-runtime.cjs knows.');
// As React has it once ten thousand stacks were taken within a second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set() {} });

module.exports = require(path.join(path.dirname(require.resolve('react')), 'jsx-runtime.js'));
