/** One instruction of a Dockerfile, its lines joined. */
export type Instruction = {
  readonly keyword: string;
  readonly text: string;
  readonly line: number;
};

/** Reads a Dockerfile: comments left out, continued lines joined. */
export function instructions(dockerfile: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [index, raw] of dockerfile.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue;
    open = { line: open?.line ?? index + 1, text: (open?.text ?? '') + raw.replace(/\\$/, ' ') };
    if (raw.endsWith('\\')) continue;
    const [, keyword = '', text = ''] = /^\s*(\w+)\s*(.*)$/.exec(open.text) ?? [];
    found.push({ keyword: keyword.toUpperCase(), text: text.trim(), line: open.line });
    open = undefined;
  }
  return found;
}

/** From one FROM to the next. */
export type Stage = { readonly name: string; readonly base: string; readonly own: Instruction[] };

export function stages(all: readonly Instruction[]): readonly Stage[] {
  const args = new Map(
    all.flatMap(({ keyword, text }) => {
      const [, name, value] = (keyword === 'ARG' && /^(\w+)=(.*)$/.exec(text)) || [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const found: Stage[] = [];
  for (const each of all) {
    if (each.keyword === 'FROM') {
      const [base = '', , name = ''] = each.text.replace(/^--platform=\S+\s+/, '').split(/\s+/);
      const filled = base.replace(/\$\{(\w+)\}/g, (_, arg: string) => args.get(arg) ?? '');
      found.push({ name, base: filled, own: [] });
    } else found.at(-1)?.own.push(each);
  }
  return found;
}

/** What an image is started with: the last of each instruction counts. */
export type ImageStart = {
  readonly workdir: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

export function startOf(stage: Stage, args: Readonly<Record<string, string>> = {}): ImageStart {
  const last = (keyword: string) => stage.own.filter((each) => each.keyword === keyword).at(-1);
  const list = (keyword: string): string[] => {
    const text = last(keyword)?.text;
    return text === undefined ? [] : (JSON.parse(text) as string[]);
  };
  const settings = stage.own
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string]));
  const workdir = last('WORKDIR')?.text ?? '/';
  return {
    workdir: workdir.replace(/\$\{(\w+)\}/g, (_, arg: string) => args[arg] ?? ''),
    command: [...list('ENTRYPOINT'), ...list('CMD')],
    environment: Object.fromEntries(settings),
  };
}

/** What is wrong with a Dockerfile, by line. The rules are hadolint's that matter here, and our own. */
export function problemsOf(dockerfile: string): readonly string[] {
  const all = instructions(dockerfile);
  const found = stages(all);
  const names = found.map(({ name }) => name);
  const problems = all.flatMap((each) => ofInstruction(each).map((why) => `${each.line}: ${why}`));
  for (const { name, base, own } of found) {
    const label = name || 'the last stage';
    if (
      base !== 'scratch' &&
      !names.includes(base) &&
      !/:\d+\.\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(base)
    )
      problems.push(`${label}: base image '${base}' is not pinned to a version`);
    const [everything, install] = [/^\. /, /\bnpm ci\b/].map((wanted) =>
      own.findIndex(({ text }) => wanted.test(text)),
    );
    if (
      everything !== undefined &&
      install !== undefined &&
      everything >= 0 &&
      install > everything
    )
      problems.push(`${label}: installs everything anew after every edit`);
    if (!isImage(own)) continue;
    const user = own.filter(({ keyword }) => keyword === 'USER').at(-1)?.text ?? 'root';
    if (/^(root|0)\b/.test(user)) problems.push(`${label}: runs as root`);
    if (own.some(({ text }) => /^\. |^\.\//.test(text)))
      problems.push(`${label}: takes its files from the context, not from a build`);
  }
  return problems;
}

/** A stage that something is started from. */
const isImage = (own: readonly Instruction[]): boolean =>
  own.some(({ keyword }) => keyword === 'CMD' || keyword === 'ENTRYPOINT');

const KNOWN = [
  'FROM',
  'ARG',
  'ENV',
  'RUN',
  'COPY',
  'WORKDIR',
  'USER',
  'EXPOSE',
  'CMD',
  'ENTRYPOINT',
  'LABEL',
];

function ofInstruction({ keyword, text }: Instruction): string[] {
  const wrong: string[] = [];
  if (!KNOWN.includes(keyword)) wrong.push(`${keyword} is not used here`);
  if (/^(CMD|ENTRYPOINT)$/.test(keyword) && !text.startsWith('['))
    wrong.push(`${keyword} must be a list: a shell would keep signals from the process`);
  if (keyword === 'WORKDIR' && !text.startsWith('/')) wrong.push('WORKDIR must be absolute');
  if (/^(ENV|ARG)$/.test(keyword) && /(SECRET|PASSWORD|TOKEN|_KEY)\w*=/i.test(text))
    wrong.push('a secret would stay in the image');
  if (keyword === 'RUN') wrong.push(...ofShell(text));
  return wrong;
}

function ofShell(text: string): string[] {
  const wrong: string[] = [];
  if (/\bsudo\b/.test(text)) wrong.push('sudo');
  if (/\b(curl|wget)\b/.test(text)) wrong.push('downloads something that nothing pins');
  if (/\bnpm (install|i)\b/.test(text)) wrong.push('npm ci keeps to the lock file');
  if (/(^|&& *)cd /.test(text)) wrong.push('WORKDIR instead of cd');
  if (/\|(?!\|)/.test(text)) wrong.push('a pipe hides what fails in it');
  return wrong;
}
