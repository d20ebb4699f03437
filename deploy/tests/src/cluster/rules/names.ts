import { invalid, tooLong, type FieldError } from './field-errors';

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SERVICE = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const WILDCARD = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;

const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const SERVICE_TEXT =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const QUALIFIED_TEXT =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const LABEL_VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

const withRegex = (text: string, example: string, regex: RegExp): string =>
  `${text} (e.g. '${example}', regex used for validation is '${regex.source.replace(/^\^|\$$/g, '')}')`;
const atMost = (length: number): string => `must be no more than ${length} characters`;

/** What is wrong with a name, by where such names are used. */
export const NAME_RULES = {
  subdomain: (name: string) => [
    ...(name.length > 253 ? [atMost(253)] : []),
    ...(SUBDOMAIN.test(name) ? [] : [withRegex(SUBDOMAIN_TEXT, 'example.com', SUBDOMAIN)]),
  ],
  label: (name: string) => [
    ...(name.length > 63 ? [atMost(63)] : []),
    ...(LABEL.test(name) ? [] : [withRegex(LABEL_TEXT, "my-name',  or '123-abc", LABEL)]),
  ],
  service: (name: string) => [
    ...(name.length > 63 ? [atMost(63)] : []),
    ...(SERVICE.test(name) ? [] : [withRegex(SERVICE_TEXT, "my-name',  or 'abc-123", SERVICE)]),
  ],
  wildcard: (name: string) =>
    WILDCARD.test(name) ? [] : ["a wildcard DNS-1123 subdomain must start with '*.'"],
  configKey: (name: string) => [
    ...(name.length > 253 ? [atMost(253)] : []),
    ...(CONFIG_KEY.test(name)
      ? []
      : [
          withRegex(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
            "key.name',  or 'KEY_NAME',  or 'key-name",
            CONFIG_KEY,
          ),
        ]),
    ...(name === '.' || name.startsWith('..') ? [`must not be '${name}'`] : []),
  ],
  port: portNameProblems,
  qualified: qualifiedNameProblems,
  labelValue: (value: string) => [
    ...(value.length > 63 ? [atMost(63)] : []),
    ...(LABEL_VALUE.test(value)
      ? []
      : [withRegex(LABEL_VALUE_TEXT, "MyValue',  or 'my_value',  or '12345", LABEL_VALUE)]),
  ],
  environment: (name: string) =>
    name !== '' && !name.includes('=') && /^[ -~]+$/.test(name)
      ? []
      : [
          "a valid environment variable name must consist only of printable ASCII characters other than '='",
        ],
} as const;

function portNameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name.length > 15) problems.push(atMost(15));
  if (!/^[-a-z0-9]+$/.test(name))
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) problems.push('must contain at least one letter (a-z)');
  if (name.includes('--')) problems.push('must not contain consecutive hyphens');
  if (/^-|-$/.test(name)) problems.push('must not begin or end with a hyphen');
  return problems;
}

/** `name`, or `prefix/name` with a prefix that is a subdomain. */
function qualifiedNameProblems(name: string): string[] {
  const parts = name.split('/');
  if (parts.length > 2)
    return [
      `a valid label key must consist of alphanumeric characters, '-', '_' or '.', with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const [last = ''] = parts.slice(-1);
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const problems: string[] = [];
  if (prefix === '') problems.push('prefix part must be non-empty');
  else if (prefix !== undefined)
    problems.push(...NAME_RULES.subdomain(prefix).map((each) => `prefix part ${each}`));
  if (last === '') problems.push('name part must be non-empty');
  if (last.length > 63) problems.push(`name part ${atMost(63)}`);
  if (!QUALIFIED.test(last))
    problems.push(withRegex(QUALIFIED_TEXT, "MyName',  or 'my.name',  or '123-abc", QUALIFIED));
  return problems;
}

/** An error for everything that is wrong with a name. */
export const named = (
  field: string,
  value: string,
  rule: keyof typeof NAME_RULES,
): readonly FieldError[] => NAME_RULES[rule](value).map((detail) => invalid(field, value, detail));

/** Annotations of one object, keys and values together. */
const ANNOTATIONS_BYTES = 256 * 1024;

export function annotationProblems(
  field: string,
  annotations: readonly (readonly [string, unknown])[],
): readonly FieldError[] {
  const size = annotations.reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(String(value)),
    0,
  );
  return [
    ...annotations.flatMap(([key]) => named(field, key.toLowerCase(), 'qualified')),
    ...(size > ANNOTATIONS_BYTES ? [tooLong(field, ANNOTATIONS_BYTES)] : []),
  ];
}

export function labelProblems(
  field: string,
  labels: readonly (readonly [string, unknown])[],
): readonly FieldError[] {
  return labels.flatMap(([key, value]) => [
    ...named(field, key, 'qualified'),
    ...named(field, String(value), 'labelValue'),
  ]);
}
