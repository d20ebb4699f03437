// Runs in a separate process, because the linter is an ES module. Validates the file against the schema of
// the Compose specification first; the disabled style rules would reorder related settings.
import { DCLinter } from 'dclint';

const [file] = process.argv.slice(2);
const rules = {
  // Images are named, to be pushed and rolled back to, and built from here.
  'no-build-and-image': 0,
  // The address is a variable with a default, which the linter does not read; see the spec.
  'no-unbound-port-interfaces': 0,
  // The linter does not resolve YAML aliases; see the spec.
  'service-image-require-explicit-tag': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'service-ports-alphabetical-order': 0,
  'no-quotes-in-volumes': 0,
};
const results = new DCLinter({ rules }).lintFiles([file], false);
const messages = results.flatMap((result) => result.messages);
process.stdout.write(
  JSON.stringify(messages.map(({ line, rule, message }) => `${line}: ${rule}: ${message}`)),
);
