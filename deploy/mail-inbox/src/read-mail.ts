import PostalMime, { type Address, type Email } from 'postal-mime';

/** A mail as `GET /email` answers it. */
export interface Mail {
  readonly id: string;
  /** The date in its header, else when it came. */
  readonly time: string;
  readonly subject: string;
  readonly from: readonly Correspondent[];
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  /** Without angle brackets. */
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  /** By lower-case name; a list where a header is there several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly attachments: readonly string[];
  readonly size: number;
}

type Correspondent = { readonly address: string; readonly name: string };

/** Parses the source of a mail. Invalid sources are shown as text. */
export async function readMail(id: string, source: Buffer, cameAt: Date): Promise<Mail> {
  const mail = await PostalMime.parse(source).catch((): Partial<Email> => ({
    text: source.toString(),
  }));
  const date = new Date(mail.date ?? '');
  return {
    id,
    time: (Number.isNaN(date.getTime()) ? cameAt : date).toISOString(),
    subject: mail.subject ?? '',
    from: correspondents(mail.from ? [mail.from] : []),
    to: correspondents(mail.to),
    cc: correspondents(mail.cc),
    messageId: (mail.messageId ?? '').replace(/^<|>$/g, ''),
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: headersOf(mail.headers ?? []),
    attachments: (mail.attachments ?? []).map(({ filename }) => filename ?? 'unnamed'),
    size: source.length,
  };
}

/** Members of a group count one by one. */
function correspondents(list: readonly Address[] = []): Correspondent[] {
  return list.flatMap((each) =>
    each.address === undefined
      ? correspondents(each.group)
      : [{ address: each.address, name: each.name }],
  );
}

function headersOf(lines: Email['headers']): Record<string, string | string[]> {
  const byName = new Map<string, string[]>();
  for (const { key, value } of lines) byName.set(key, [...(byName.get(key) ?? []), value]);
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
