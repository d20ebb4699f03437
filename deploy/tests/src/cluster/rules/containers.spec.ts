import { refuses, type Broken } from './refusing';

const pod = (object: Broken): Broken => object.spec.template.spec;
const container = (object: Broken): Broken => object.spec.template.spec.containers[0];
const POD = 'spec.template.spec';
const CONTAINER = 'spec.template.spec.containers[0]';

describe('the rules of containers', () => {
  refuses('Deployment', [
    [
      'a container twice',
      (it) => pod(it).containers.push({ ...container(it) }),
      `${POD}.containers[1].name: Duplicate value: "service"`,
    ],
    [
      'a container without a name',
      (it) => delete container(it).name,
      `${CONTAINER}.name: Required value`,
    ],
    [
      'a container without an image',
      (it) => delete container(it).image,
      `${CONTAINER}.image: Required value`,
    ],
    [
      'an image with a space before it',
      (it) => (container(it).image = ' tomekeeper'),
      `${CONTAINER}.image: Invalid value: " tomekeeper": must not have leading or trailing whitespace`,
    ],
    [
      'an unknown way to pull',
      (it) => (container(it).imagePullPolicy = 'Sometimes'),
      `${CONTAINER}.imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always"`,
    ],
    [
      'a port with a name of capitals',
      (it) => (container(it).ports[0].name = 'HTTP'),
      `${CONTAINER}.ports[0].name: Invalid value: "HTTP": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)`,
    ],
    [
      'a port with a name of digits',
      (it) => (container(it).ports[0].name = '80'),
      `${CONTAINER}.ports[0].name: Invalid value: "80": must contain at least one letter (a-z)`,
    ],
    [
      'a port with two hyphens',
      (it) => (container(it).ports[0].name = 'a--b'),
      'must not contain consecutive hyphens',
    ],
    [
      'a port with a hyphen at its end',
      (it) => (container(it).ports[0].name = 'a-'),
      'must not begin or end with a hyphen',
    ],
    [
      'a port name twice',
      (it) => container(it).ports.push({ name: 'http', containerPort: 81 }),
      `${CONTAINER}.ports[1].name: Duplicate value: "http"`,
    ],
    [
      'a port without a number',
      (it) => delete container(it).ports[0].containerPort,
      `${CONTAINER}.ports[0].containerPort: Required value`,
    ],
    [
      'a setting without a name',
      (it) => (container(it).env[0].name = ''),
      `${CONTAINER}.env[0].name: Required value`,
    ],
    [
      'a setting whose name is none',
      (it) => (container(it).env[0].name = 'A=B'),
      `${CONTAINER}.env[0].name: Invalid value: "A=B": a valid environment variable name must`,
    ],
    [
      'a setting with a value and a source',
      (it) => (container(it).env[1].value = 'any'),
      `${CONTAINER}.env[1].valueFrom: Invalid value: "": may not be specified when \`value\` is not empty`,
    ],
    [
      'a setting with an empty source',
      (it) => (container(it).env[1].valueFrom = {}),
      `${CONTAINER}.env[1].valueFrom: Invalid value: "": must specify one of: \`fieldRef\``,
    ],
    [
      'a setting of two sources',
      (it) => (container(it).env[1].valueFrom.secretKeyRef = { name: 'a', key: 'b' }),
      `${CONTAINER}.env[1].valueFrom: Invalid value: "": may not have more than one field specified at a time`,
    ],
    [
      'a setting of no key',
      (it) => delete container(it).env[1].valueFrom.configMapKeyRef.key,
      `${CONTAINER}.env[1].valueFrom.configMapKeyRef.key: Required value`,
    ],
    [
      'a mount of a volume that is not there',
      (it) => (container(it).volumeMounts[0].name = 'nothing'),
      `${CONTAINER}.volumeMounts[0].name: Not found: "nothing"`,
    ],
    [
      'two mounts at one place',
      (it) => container(it).volumeMounts.push({ name: 'tmp', mountPath: '/tmp' }),
      `mountPath: Invalid value: "/tmp": must be unique`,
    ],
    [
      'a mount nowhere',
      (it) => delete container(it).volumeMounts[0].mountPath,
      `${CONTAINER}.volumeMounts[0].mountPath: Required value`,
    ],
    [
      'more memory requested than allowed',
      (it) => (container(it).resources.requests.memory = '1Gi'),
      `${CONTAINER}.resources.requests: Invalid value: "1Gi": must be less than or equal to memory limit of 384Mi`,
    ],
    [
      'more processor requested than allowed, in other units',
      (it) => (container(it).resources.requests.cpu = '1500m'),
      `must be less than or equal to cpu limit of 1`,
    ],
    [
      'a limit that is no quantity',
      (it) => (container(it).resources.limits.memory = '384MB'),
      `${CONTAINER}.resources.limits[memory]: Invalid value: "384MB": quantities must match`,
    ],
    [
      'a limit below nothing',
      (it) => (container(it).resources.limits.cpu = '-1'),
      `must be greater than or equal to 0`,
    ],
    [
      'a probe of two handlers',
      (it) => (container(it).readinessProbe.exec = { command: ['true'] }),
      `${CONTAINER}.readinessProbe.httpGet: Forbidden: may not specify more than 1 handler type`,
    ],
    [
      'a probe of none',
      (it) => delete container(it).readinessProbe.httpGet,
      `${CONTAINER}.readinessProbe: Required value: must specify a handler type`,
    ],
    [
      'a probe without a path',
      (it) => delete container(it).readinessProbe.httpGet.path,
      `${CONTAINER}.readinessProbe.httpGet.path: Required value`,
    ],
    [
      'a probe of no port',
      (it) => (container(it).readinessProbe.httpGet.port = 0),
      `${CONTAINER}.readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535`,
    ],
    [
      'a probe by an unknown scheme',
      (it) => (container(it).readinessProbe.httpGet.scheme = 'https'),
      `${CONTAINER}.readinessProbe.httpGet.scheme: Unsupported value: "https": supported values: "HTTP", "HTTPS"`,
    ],
    [
      'a probe that waits less than no time',
      (it) => (container(it).readinessProbe.periodSeconds = -1),
      `${CONTAINER}.readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0`,
    ],
    [
      'a liveness that must be there twice',
      (it) => (container(it).livenessProbe.successThreshold = 2),
      `${CONTAINER}.livenessProbe.successThreshold: Invalid value: 2: must be 1`,
    ],
    [
      'a readiness that ends pods',
      (it) => (container(it).readinessProbe.terminationGracePeriodSeconds = 5),
      `${CONTAINER}.readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes`,
    ],
    [
      'rights that contradict each other',
      (it) => (container(it).securityContext.privileged = true),
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    ],
  ]);
});
