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

/** Attributes with a space before each. Undefined values are left out. */
export const writeAttributes = (
  attributes: Readonly<Record<string, string | number | undefined>>,
): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');
