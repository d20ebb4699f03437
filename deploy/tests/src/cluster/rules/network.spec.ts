import { refuses } from './refusing';

describe('the rules of a Service', () => {
  refuses('Service', [
    [
      'a name that begins with a digit',
      (it) => (it.metadata.name = '1st'),
      'metadata.name: Invalid value: "1st": a DNS-1035 label must consist of',
    ],
    ['no ports', (it) => (it.spec.ports = []), 'spec.ports: Required value'],
    [
      'ports without names',
      (it) => (it.spec.ports = [{ port: 80 }, { port: 81 }]),
      'spec.ports[0].name: Required value',
    ],
    [
      'a name twice',
      (it) => it.spec.ports.push({ name: 'http', port: 81 }),
      'spec.ports[1].name: Duplicate value: "http"',
    ],
    [
      'a port twice',
      (it) => it.spec.ports.push({ name: 'again', port: 8080 }),
      'spec.ports[1]: Duplicate value: {"port":8080,"protocol":"TCP"}',
    ],
    [
      'a port that is none',
      (it) => (it.spec.ports[0].port = 70_000),
      'spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ],
    [
      'a target whose name is too long for a port',
      (it) => (it.spec.ports[0].targetPort = 'the-port-of-http'),
      'spec.ports[0].targetPort: Invalid value: "the-port-of-http": must be no more than 15',
    ],
    [
      'an unknown protocol',
      (it) => (it.spec.ports[0].protocol = 'HTTP'),
      'spec.ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      'an unknown type',
      (it) => (it.spec.type = 'Internal'),
      'spec.type: Unsupported value: "Internal": supported values: "ClusterIP"',
    ],
    [
      'a selector that is no label',
      (it) => (it.spec.selector = { app: 'two words' }),
      'spec.selector: Invalid value: "two words"',
    ],
  ]);
});

describe('the rules of an Ingress', () => {
  refuses('Ingress', [
    [
      'nothing behind it',
      (it) => delete it.spec.rules,
      'either `defaultBackend` or `rules` must be specified',
    ],
    [
      'a host by address',
      (it) => (it.spec.rules[0].host = '192.0.2.1'),
      'spec.rules[0].host: Invalid value: "192.0.2.1": must be a DNS name, not an IP address',
    ],
    [
      'a host of capitals',
      (it) => (it.spec.rules[0].host = 'Tomes.example.org'),
      'spec.rules[0].host: Invalid value: "Tomes.example.org": a lowercase RFC 1123 subdomain',
    ],
    [
      'a host with a star in its middle',
      (it) => (it.spec.tls[0].hosts = ['tomes.*.org']),
      `spec.tls[0].hosts[0]: Invalid value: "tomes.*.org": a wildcard DNS-1123 subdomain must`,
    ],
    [
      'a certificate whose name is none',
      (it) => (it.spec.tls[0].secretName = 'My Certificate'),
      'spec.tls[0].secretName: Invalid value: "My Certificate"',
    ],
    [
      'no paths',
      (it) => (it.spec.rules[0].http.paths = []),
      'spec.rules[0].http.paths: Required value',
    ],
    [
      'a path of no type',
      (it) => delete it.spec.rules[0].http.paths[0].pathType,
      'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified',
    ],
    [
      'a path of an unknown type',
      (it) => (it.spec.rules[0].http.paths[0].pathType = 'Regex'),
      'pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"',
    ],
    [
      'a path that is not absolute',
      (it) => (it.spec.rules[0].http.paths[0].path = 'static'),
      'spec.rules[0].http.paths[0].path: Invalid value: "static": must be an absolute path',
    ],
    [
      'a path that leads upwards',
      (it) => (it.spec.rules[0].http.paths[0].path = '/a/../b'),
      `spec.rules[0].http.paths[0].path: Invalid value: "/a/../b": must not contain '/../'`,
    ],
    [
      'a port by name and number',
      (it) => (it.spec.rules[0].http.paths[0].backend.service.port.number = 80),
      'cannot set both port name & port number',
    ],
    [
      'no port',
      (it) => (it.spec.rules[0].http.paths[0].backend.service.port = {}),
      'backend.service: Required value: port name or number is required',
    ],
    [
      'a service whose name is none',
      (it) => (it.spec.rules[0].http.paths[0].backend.service.name = '1st'),
      'backend.service.name: Invalid value: "1st": a DNS-1035 label must',
    ],
    [
      'two kinds of backends',
      (it) => (it.spec.rules[0].http.paths[0].backend.resource = { kind: 'a', name: 'b' }),
      'backend: Invalid value: "": cannot set both resource and service backends',
    ],
    [
      'no backend',
      (it) => (it.spec.rules[0].http.paths[0].backend = {}),
      'backend: Required value: must specify either `service` or `resource`',
    ],
    [
      'a class whose name is none',
      (it) => (it.spec.ingressClassName = 'ALB'),
      'spec.ingressClassName: Invalid value: "ALB"',
    ],
  ]);
});

describe('the rules of a NetworkPolicy', () => {
  refuses('NetworkPolicy', [
    [
      'an unknown direction',
      (it) => (it.spec.policyTypes = ['Inside']),
      'spec.policyTypes[0]: Unsupported value: "Inside": supported values: "Egress", "Ingress"',
    ],
    [
      'more directions than there are',
      (it) => (it.spec.policyTypes = ['Egress', 'Egress', 'Ingress']),
      'may not specify more than two policyTypes',
    ],
    [
      'a peer of nobody',
      (it) => (it.spec.egress[0].to[0] = {}),
      'spec.egress[0].to[0]: Required value: must specify a peer',
    ],
    [
      'a peer by address and by label',
      (it) => (it.spec.egress[0].to[0].podSelector = {}),
      'spec.egress[0].to[0]: Forbidden: may not specify both ipBlock and another peer',
    ],
    [
      'an address that is none',
      (it) => (it.spec.egress[0].to[0].ipBlock.cidr = '10.0.0.0'),
      'ipBlock.cidr: Invalid value: "10.0.0.0": must be a valid CIDR value',
    ],
    [
      'no address',
      (it) => delete it.spec.egress[0].to[0].ipBlock.cidr,
      'spec.egress[0].to[0].ipBlock.cidr: Required value',
    ],
    [
      'an exception from elsewhere',
      (it) => (it.spec.egress[0].to[0].ipBlock = { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] }),
      'ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
    ],
    [
      'an exception of everything',
      (it) => (it.spec.egress[0].to[0].ipBlock.except = ['0.0.0.0/0']),
      'must be a strict subset of `cidr`',
    ],
    [
      'a port that is none',
      (it) => (it.spec.egress[0].ports[0].port = 0),
      'spec.egress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
    ],
    [
      'ports that end before they begin',
      (it) => (it.spec.egress[0].ports[0].endPort = 1),
      'spec.egress[0].ports[0].endPort: Invalid value: 1: must be greater than or equal to `port`',
    ],
    [
      'an unknown protocol',
      (it) => (it.spec.egress[0].ports[0].protocol = 'ICMP'),
      'spec.egress[0].ports[0].protocol: Unsupported value: "ICMP"',
    ],
    [
      'a selector that is no label',
      (it) => (it.spec.podSelector = { matchLabels: { a: '-' } }),
      'spec.podSelector.matchLabels: Invalid value: "-"',
    ],
  ]);
});
