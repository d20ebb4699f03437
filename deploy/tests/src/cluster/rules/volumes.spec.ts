import { refuses, type Broken } from './refusing';

const pod = (object: Broken): Broken => object.spec.template.spec;
const POD = 'spec.template.spec';

describe('the rules of volumes', () => {
  refuses('Deployment', [
    [
      'a volume twice',
      (it) => pod(it).volumes.push({ name: 'tmp', emptyDir: {} }),
      `name: Duplicate value: "tmp"`,
    ],
    [
      'a volume of two kinds',
      (it) => (pod(it).volumes[0].secret = { secretName: 'any' }),
      `${POD}.volumes[0].secret: Forbidden: may not specify more than 1 volume type`,
    ],
    [
      'a volume of no kind',
      (it) => delete pod(it).volumes[0].emptyDir,
      `${POD}.volumes[0]: Required value: must specify a volume type`,
    ],
    [
      'a volume with a name that is none',
      (it) => (pod(it).volumes[0].name = 'Tmp'),
      `${POD}.volumes[0].name: Invalid value: "Tmp": a lowercase RFC 1123 label must`,
    ],
    [
      'a mode of files that is none',
      (it) => (pod(it).volumes[1].projected.defaultMode = 440 * 2),
      `${POD}.volumes[1].projected.defaultMode: Invalid value: 880: must be a number between 0 and 0777 (octal), both inclusive`,
    ],
    [
      'two secrets with one file',
      (it) => {
        const items = [{ key: 'a', path: 'same' }];
        pod(it).volumes[1].projected.sources = [
          { secret: { name: 'a', items } },
          { secret: { name: 'b', items } },
        ];
      },
      `${POD}.volumes[1].projected: Invalid value: "same": conflicting duplicate paths`,
    ],
    [
      'a secret without a name',
      (it) => delete pod(it).volumes[1].projected.sources[0].secret.name,
      `${POD}.volumes[1].projected.sources[0].secret.name: Required value`,
    ],
    [
      'a secret and a setting in one source',
      (it) => (pod(it).volumes[1].projected.sources[0].configMap = { name: 'any' }),
      `${POD}.volumes[1].projected.sources[0]: Forbidden: may not specify more than 1 volume type`,
    ],
    [
      'a file that leads upwards',
      (it) => (pod(it).volumes[1].projected.sources[0].secret.items = [{ key: 'a', path: '../a' }]),
      `items[0].path: Invalid value: "../a": must not contain '..'`,
    ],
    [
      'a file from the root',
      (it) => (pod(it).volumes[1].projected.sources[0].secret.items = [{ key: 'a', path: '/a' }]),
      `items[0].path: Invalid value: "/a": must be a relative path`,
    ],
    [
      'a claim without a name',
      (it) => (pod(it).volumes[0] = { name: 'tmp', persistentVolumeClaim: {} }),
      `${POD}.volumes[0].persistentVolumeClaim.claimName: Required value`,
    ],
  ]);
});
