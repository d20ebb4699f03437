const LINES = 10;

/** Where the time goes, for people. @param {string} title @param {{ where: string, share: number }[]} shares */
export const profileTable = (title, shares) => [
  `| ${title} | Share |`,
  '| --- | ---: |',
  ...shares
    .slice(0, LINES)
    .map(({ where, share }) => `| ${where} | ${(share * 100).toFixed(0)} % |`),
];
