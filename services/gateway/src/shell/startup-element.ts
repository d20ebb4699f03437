import {
  STARTUP_DATA_ID,
  type PublicConfig,
  type RegistryEntry,
  type StartupData,
} from '@tomekeeper/contracts-federation';
import { publicRegistry } from '../registry/public-registry';

/** The shell's startup data as a JSON element, which the content security policy allows because nothing runs it. */
export function startupElement(config: PublicConfig, remotes: readonly RegistryEntry[]): string {
  const data: StartupData = { config, registry: publicRegistry(remotes) };
  // `</script>` in a text would end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${STARTUP_DATA_ID}">${json}</script>`;
}

const HEAD_END = '</head>';

/** Adds elements to the head of a document. */
export const withHeadElements = (html: string, elements: string): string =>
  html.replace(HEAD_END, () => elements + HEAD_END);
