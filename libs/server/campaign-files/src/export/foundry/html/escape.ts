import { escapeCommands } from '../../../foundry-format/commands';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);

/** Text that neither HTML nor Foundry reads as markup. */
export const escapeText = (text: string): string => escapeHtml(escapeCommands(text));

/** Attributes without those that are undefined, each with a space before it. */
export const writeAttributes = (
  attributes: Readonly<Record<string, string | number | undefined>>,
): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');
