import { BlockList, isIP } from 'node:net';
import { PORT_RANGE, portOrNameProblems, PROTOCOLS } from './containers';
import {
  duplicatesIn,
  entriesOf,
  forbidden,
  immutable,
  invalid,
  isTree,
  oneOf,
  required,
  textOf,
  textsOf,
  treeOf,
  treesOf,
  within,
  type FieldError,
  type Tree,
} from './field-errors';
import { labelProblems, named } from './names';
import { selectorProblems } from './selectors';

const CIDR_TEXT = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

export function serviceProblems({ spec }: Tree, before: Tree | undefined): FieldError[] {
  const wanted = treeOf(spec);
  const { type = 'ClusterIP', sessionAffinity = 'None', ports, selector } = wanted;
  const listed = treesOf(ports);
  const errors: FieldError[] = [
    ...oneOf('spec.type', type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']),
    ...oneOf('spec.sessionAffinity', sessionAffinity, ['ClientIP', 'None']),
    ...labelProblems('spec.selector', entriesOf(selector)),
  ];
  if (listed.length === 0 && type !== 'ExternalName') errors.push(required('spec.ports'));
  errors.push(
    ...listed.flatMap((each, index) =>
      servicePortProblems(`spec.ports[${index}]`, each, listed.length > 1),
    ),
    ...duplicatesIn(
      listed.flatMap(({ name }, index) =>
        name === undefined ? [] : [{ field: `spec.ports[${index}].name`, value: name }],
      ),
    ),
    ...duplicatesIn(
      listed.map(({ port, protocol = 'TCP' }, index) => ({
        field: `spec.ports[${index}]`,
        value: { port, protocol },
      })),
    ),
  );
  const { clusterIP } = treeOf(before?.['spec']);
  if (clusterIP !== undefined && clusterIP !== '')
    errors.push(...immutable('spec.clusterIP', wanted['clusterIP'], clusterIP));
  return errors;
}

function servicePortProblems(field: string, port: Tree, isOneOfMany: boolean): FieldError[] {
  const { name, protocol = 'TCP', targetPort } = port;
  return [
    ...(name === undefined
      ? isOneOfMany
        ? [required(`${field}.name`)]
        : []
      : named(`${field}.name`, textOf(name), 'label')),
    ...within(`${field}.port`, port['port'] ?? 0, PORT_RANGE),
    ...oneOf(`${field}.protocol`, protocol, PROTOCOLS),
    ...(targetPort === undefined ? [] : portOrNameProblems(`${field}.targetPort`, targetPort)),
  ];
}

export function ingressProblems({ spec }: Tree): FieldError[] {
  const { rules, defaultBackend, tls, ingressClassName } = treeOf(spec);
  const errors: FieldError[] = [];
  if (treesOf(rules).length === 0 && defaultBackend === undefined)
    errors.push(invalid('spec', spec, 'either `defaultBackend` or `rules` must be specified'));
  if (ingressClassName !== undefined)
    errors.push(...named('spec.ingressClassName', textOf(ingressClassName), 'subdomain'));
  treesOf(tls).forEach(({ hosts, secretName }, index) => {
    const at = `spec.tls[${index}]`;
    textsOf(hosts).forEach((host, at2) => {
      errors.push(...hostProblems(`${at}.hosts[${at2}]`, host));
    });
    if (secretName !== undefined)
      errors.push(...named(`${at}.secretName`, textOf(secretName), 'subdomain'));
  });
  treesOf(rules).forEach(({ host, http }, index) => {
    const at = `spec.rules[${index}]`;
    if (host !== undefined) errors.push(...hostProblems(`${at}.host`, textOf(host)));
    if (isTree(http) && treesOf(http['paths']).length === 0)
      errors.push(required(`${at}.http.paths`));
    treesOf(treeOf(http)['paths']).forEach((each, place) => {
      errors.push(...pathProblems(`${at}.http.paths[${place}]`, each));
    });
  });
  return errors;
}

function hostProblems(field: string, host: string): readonly FieldError[] {
  if (isIP(host) !== 0) return [invalid(field, host, 'must be a DNS name, not an IP address')];
  return named(field, host, host.includes('*') ? 'wildcard' : 'subdomain');
}

function pathProblems(field: string, { path, pathType, backend }: Tree): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (pathType === undefined) return [required(`${field}.pathType`, 'pathType must be specified')];
  errors.push(
    ...oneOf(`${field}.pathType`, pathType, ['Exact', 'ImplementationSpecific', 'Prefix']),
  );
  const given = textOf(path);
  if (pathType !== 'ImplementationSpecific') {
    if (!given.startsWith('/'))
      errors.push(invalid(`${field}.path`, given, 'must be an absolute path'));
    for (const sequence of ['//', '/./', '/../', '%2f', '%2F'])
      if (given.includes(sequence))
        errors.push(invalid(`${field}.path`, given, `must not contain '${sequence}'`));
  }
  const { service, resource } = treeOf(backend);
  if (service !== undefined && resource !== undefined)
    errors.push(invalid(`${field}.backend`, '', 'cannot set both resource and service backends'));
  else if (service === undefined && resource === undefined)
    errors.push(required(`${field}.backend`, 'must specify either `service` or `resource`'));
  else if (isTree(service)) errors.push(...backendProblems(`${field}.backend.service`, service));
  return errors;
}

function backendProblems(field: string, { name, port }: Tree): readonly FieldError[] {
  const { name: portName, number } = treeOf(port);
  const errors = [...named(`${field}.name`, textOf(name), 'service')];
  if (portName !== undefined && number !== undefined)
    errors.push(invalid(field, '', 'cannot set both port name & port number'));
  else if (portName !== undefined)
    errors.push(...named(`${field}.port.name`, textOf(portName), 'port'));
  else if (number !== undefined) errors.push(...within(`${field}.port.number`, number, PORT_RANGE));
  else errors.push(required(field, 'port name or number is required'));
  return errors;
}

export function networkPolicyProblems({ spec }: Tree): FieldError[] {
  const { podSelector, policyTypes, ingress, egress } = treeOf(spec);
  return [
    ...selectorProblems('spec.podSelector', podSelector),
    ...(textsOf(policyTypes).length > 2
      ? [invalid('spec.policyTypes', policyTypes, 'may not specify more than two policyTypes')]
      : []),
    ...textsOf(policyTypes).flatMap((type, index) =>
      oneOf(`spec.policyTypes[${index}]`, type, ['Egress', 'Ingress']),
    ),
    ...treesOf(ingress).flatMap((rule, index) =>
      ruleProblems(`spec.ingress[${index}]`, rule, 'from'),
    ),
    ...treesOf(egress).flatMap((rule, index) => ruleProblems(`spec.egress[${index}]`, rule, 'to')),
  ];
}

function ruleProblems(field: string, rule: Tree, side: 'from' | 'to'): readonly FieldError[] {
  return [
    ...treesOf(rule['ports']).flatMap(({ port, endPort, protocol = 'TCP' }, index) => {
      const at = `${field}.ports[${index}]`;
      return [
        ...oneOf(`${at}.protocol`, protocol, PROTOCOLS),
        ...(port === undefined ? [] : portOrNameProblems(`${at}.port`, port)),
        ...(endPort !== undefined && typeof port === 'number' && Number(endPort) < port
          ? [invalid(`${at}.endPort`, endPort, 'must be greater than or equal to `port`')]
          : []),
      ];
    }),
    ...treesOf(rule[side]).flatMap((peer, index) =>
      peerProblems(`${field}.${side}[${index}]`, peer),
    ),
  ];
}

function peerProblems(field: string, peer: Tree): readonly FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const kinds = [podSelector, namespaceSelector, ipBlock].filter((each) => each !== undefined);
  const errors = [
    ...selectorProblems(`${field}.podSelector`, podSelector),
    ...selectorProblems(`${field}.namespaceSelector`, namespaceSelector),
    ...(ipBlock === undefined ? [] : blockProblems(`${field}.ipBlock`, treeOf(ipBlock))),
  ];
  if (kinds.length === 0) errors.push(required(field, 'must specify a peer'));
  if (ipBlock !== undefined && kinds.length > 1)
    errors.push(forbidden(field, 'may not specify both ipBlock and another peer'));
  return errors;
}

const CIDR = /^(.+)\/(\d{1,3})$/;

function cidrOf(text: string): { readonly address: string; readonly bits: number } | undefined {
  const [, address = '', digits = ''] = CIDR.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(digits);
  if (version === 0 || digits === '' || bits > (version === 4 ? 32 : 128)) return undefined;
  return { address, bits };
}

function blockProblems(field: string, { cidr, except }: Tree): readonly FieldError[] {
  const whole = cidrOf(textOf(cidr));
  if (textOf(cidr) === '') return [required(`${field}.cidr`)];
  if (whole === undefined) return [invalid(`${field}.cidr`, cidr, CIDR_TEXT)];
  const family = isIP(whole.address) === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(whole.address, whole.bits, family);
  return textsOf(except).flatMap((text, index) => {
    const at = `${field}.except[${index}]`;
    const part = cidrOf(text);
    if (part === undefined) return [invalid(at, text, CIDR_TEXT)];
    const isInside = part.bits > whole.bits && block.check(part.address, family);
    return isInside ? [] : [invalid(at, text, 'must be a strict subset of `cidr`')];
  });
}
