const colours = { green: 32, yellow: 33, red: 31, dim: 2, bold: 1 } as const;

function paint(colour: keyof typeof colours, text: string): string {
  const plain = !process.stdout.isTTY || process.env['NO_COLOR'] !== undefined;
  return plain ? text : `\u001b[${colours[colour]}m${text}\u001b[0m`;
}

/** The launcher's voice: one short line per thing that happened. */
export const progress = {
  done(text: string, startedAt?: number): void {
    const seconds =
      startedAt === undefined
        ? ''
        : paint('dim', ` ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
    console.log(`${paint('green', '✔')} ${text}${seconds}`);
  },
  note(text: string): void {
    console.log(`${paint('yellow', '•')} ${text}`);
  },
  failed(text: string): void {
    console.error(`${paint('red', '✖')} ${text}`);
  },
};

/** Summary for the user; its last line signals that the product is ready. */
export function readyBlock(rows: readonly (readonly [string, string])[], port: number): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  return ['', ...lines, '', `Tomekeeper is ready: http://localhost:${port}`].join('\n');
}
