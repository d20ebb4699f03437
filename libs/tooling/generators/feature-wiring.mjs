// A page of a remote is declared in remote.config.ts and brought by src/remote.tsx, in the same order.
import { Refused } from './names.mjs';

const ROUTES = /\broutes: \[([^\]]*)\]/;

/**
 * @param {string} config text of remote.config.ts @param {string} module text of src/remote.tsx
 * @param {string} remote @param {{ feature: string, page: string }} added
 */
export function withFeature(config, module, remote, { feature, page }) {
  if (!module.includes('const scope = createQueryScope(shell)') || !ROUTES.test(module))
    throw new Refused(
      `'${remote}' places its pages in a way of its own (apps/${remote}/src/remote.tsx), so a feature is added there by hand.`,
    );
  const route = `path: '/${feature}'`;
  const file = `./features/${feature}/${feature}-page`;
  return {
    config: withRoute(config, `{ ${route}, access: 'guarded' }`),
    module: withImport(
      withRoute(module, `{ ${route}, Page: scope.place(${page}) }`),
      `import { ${page} } from '${file}';`,
    ),
  };
}

function withRoute(text, route) {
  return text.replace(ROUTES, (_all, inside) => {
    const before = inside.trimEnd();
    const comma = before === '' || before.endsWith(',') ? '' : ',';
    return `routes: [${before}${comma}\n${route},\n]`;
  });
}

function withImport(text, line) {
  const last = [...text.matchAll(/^(?:import|\}) .*from '.*';$/gm)].at(-1);
  const end = last ? last.index + last[0].length : 0;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}
