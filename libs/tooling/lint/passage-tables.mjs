// Rejects SQL on the tables of passages and their counts. Reading them without the spoiler filter could expose secrets to players;
// .oxlintrc.json lists the files that may.

const PASSAGE_TABLE = /\b(FROM|JOIN|INTO|UPDATE)\s+passage(_count)?\b/;

/** @type {import('eslint').Rule.RuleModule} */
export const passageTables = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      table:
        'Only the files listed in .oxlintrc.json select from the tables of passages and their counts.',
    },
  },
  create(context) {
    const check = (/** @type {any} */ node, /** @type {unknown} */ text) => {
      if (typeof text === 'string' && PASSAGE_TABLE.test(text))
        context.report({ node, messageId: 'table' });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};
