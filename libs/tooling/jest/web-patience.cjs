// How long `findBy…` and `waitFor` wait before they give up; its own second is too short on a busy machine.
const { configure } = require('@testing-library/dom');
configure({ asyncUtilTimeout: 10_000 });
