import { refuses } from './refusing';

describe('the rules of a Namespace', () => {
  refuses('Namespace', [
    [
      'a name that is no label',
      (it) => (it.metadata.name = 'Tomes'),
      `metadata.name: Invalid value: "Tomes": a lowercase RFC 1123 label must consist of`,
    ],
    [
      'a namespace of its own',
      (it) => (it.metadata.namespace = 'tomes'),
      'metadata.namespace: Forbidden: not allowed on this type',
    ],
  ]);
});

describe('the rules of a ServiceAccount', () => {
  refuses('ServiceAccount', [
    [
      'no name',
      (it) => delete it.metadata.name,
      'metadata.name: Required value: name or generateName is required',
    ],
    ['no namespace', (it) => delete it.metadata.namespace, 'metadata.namespace: Required value'],
    [
      'a label with a key of two slashes',
      (it) => (it.metadata.labels = { 'a/b/c': 'd' }),
      `metadata.labels: Invalid value: "a/b/c": a valid label key must consist of`,
    ],
    [
      'a label with a value that is none',
      (it) => (it.metadata.labels = { a: 'two words' }),
      `metadata.labels: Invalid value: "two words": a valid label must be an empty string`,
    ],
    [
      'a label whose value is too long',
      (it) => (it.metadata.labels = { a: 'x'.repeat(64) }),
      'must be no more than 63 characters',
    ],
    [
      'an annotation whose key is none',
      (it) => (it.metadata.annotations = { 'a key': 'any' }),
      `metadata.annotations: Invalid value: "a key": name part must consist of`,
    ],
    [
      'annotations of more than 256 KiB',
      (it) => (it.metadata.annotations = { a: 'x'.repeat(262_144) }),
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
  ]);
});
