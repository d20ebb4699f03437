/**
 * React Router keeps everything in one module and gives names to components in statements of their
 * own, so that no bundler may drop what a shell does not use. Without the names, which only its
 * developers' tools show, and with its calls marked as free of side effects, a third of it goes.
 * @param {string} source
 */
module.exports = function treeShakeRouter(source) {
  return source
    .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
    .replace(
      /^var (\w+) = (React\d*\.(?:forwardRef|createContext|memo)\()/gm,
      'var $1 = /* @__PURE__ */ $2',
    );
};
