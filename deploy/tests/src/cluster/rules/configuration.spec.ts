import { refuses } from './refusing';

describe('the rules of a ConfigMap', () => {
  refuses('ConfigMap', [
    [
      'a key that is none',
      (it) => (it.data['a key'] = 'any'),
      `data[a key]: Invalid value: "a key": a valid config key must consist of`,
    ],
    [
      'a key that leads upwards',
      (it) => (it.data['..'] = 'any'),
      `data[..]: Invalid value: "..": must not be '..'`,
    ],
    [
      'a key that is there twice',
      (it) => (it.binaryData = { PUBLIC_URL: 'YQ==' }),
      'data[PUBLIC_URL]: Invalid value: "PUBLIC_URL": duplicate of key present in binaryData',
    ],
    [
      'more than a MiB',
      (it) => (it.data.big = 'x'.repeat(1024 * 1024)),
      'Too long: may not be more than 1048576 bytes',
    ],
  ]);
});

describe('the rules of a Secret', () => {
  refuses('Secret', [
    [
      'a key that is none',
      (it) => (it.data['a/b'] = 'YQ=='),
      `data[a/b]: Invalid value: "a/b": a valid config key must consist of`,
    ],
    [
      'more than a MiB',
      (it) => (it.data.big = Buffer.alloc(1024 * 1024).toString('base64')),
      'data: Too long: may not be more than 1048576 bytes',
    ],
  ]);
});

describe('the rules of a PersistentVolumeClaim', () => {
  refuses('PersistentVolumeClaim', [
    [
      'no access mode',
      (it) => (it.spec.accessModes = []),
      'spec.accessModes: Required value: at least 1 access mode is required',
    ],
    [
      'an unknown access mode',
      (it) => (it.spec.accessModes = ['ReadMany']),
      'spec.accessModes: Unsupported value: "ReadMany": supported values: "ReadOnlyMany"',
    ],
    [
      'a mode for one pod among others',
      (it) => it.spec.accessModes.push('ReadWriteOncePod'),
      'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
    ],
    [
      'no size',
      (it) => delete it.spec.resources.requests.storage,
      'spec.resources[storage]: Required value',
    ],
    [
      'a size of nothing',
      (it) => (it.spec.resources.requests.storage = '0Gi'),
      'spec.resources[storage]: Invalid value: "0Gi": must be greater than zero',
    ],
    [
      'a size that is no quantity',
      (it) => (it.spec.resources.requests.storage = '1GB'),
      'spec.resources[storage]: Invalid value: "1GB": quantities must match the regular expression',
    ],
    [
      'a storage class that is no name',
      (it) => (it.spec.storageClassName = 'EFS'),
      'spec.storageClassName: Invalid value: "EFS": a lowercase RFC 1123 subdomain must',
    ],
  ]);
});
