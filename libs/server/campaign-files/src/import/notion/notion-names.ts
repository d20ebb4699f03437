const PAGE = /^(.*?)[ _-]?([0-9a-f]{32})$/i;

/** Splits `Name <32 hexadecimal digits>`, the name of a Notion page without its extension. */
export function notionName(name: string): { title: string; id?: string } {
  const [, title, id] = PAGE.exec(name) ?? [];
  return id === undefined ? { title: name } : { title: title!.trim(), id: id.toLowerCase() };
}

export const isNotionPath = (path: string): boolean =>
  /[0-9a-f]{32}(?:_all)?\.(?:md|html|csv)$/i.test(path);
