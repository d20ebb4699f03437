import { formProblems } from './structure';

const deployment = (container: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'campaign', labels: { any: 'label' } },
  spec: { selector: {}, template: { spec: { containers: [container] } } },
});
const problems = (container: object) =>
  formProblems('Deployment', 'apps/v1', deployment(container));

describe('the form of an object', () => {
  it('is what the API describes, with quantities as texts or numbers and ports by number or name', () => {
    const container = {
      name: 'service',
      env: [{ name: 'PORT', value: '8080' }],
      resources: { limits: { cpu: 1, memory: '1Gi' } },
      readinessProbe: { httpGet: { path: '/', port: 'http' } },
      livenessProbe: { httpGet: { path: '/', port: 8080 } },
    };
    expect(problems(container)).toEqual({ unknown: [], wrong: [] });
  });

  it('has no field that is unknown', () => {
    expect(problems({ name: 'service', imagePullPolice: 'Always' }).unknown).toEqual([
      'spec.template.spec.containers[0].imagePullPolice',
    ]);
  });

  it.each([
    ['a number for a text', { env: [{ name: 'PORT', value: 8080 }] }, 'unmarshal number into'],
    ['a text for a number', { ports: [{ containerPort: '80' }] }, 'of type number'],
    ['a text for a list', { args: 'prepare' }, 'unmarshal string into Go struct field'],
    ['a text for an object', { resources: 'many' }, 'of type resourcerequirements'],
    ['a text for a truth value', { tty: 'yes' }, 'of type boolean'],
    ['a list for a port', { livenessProbe: { tcpSocket: { port: [] } } }, 'of type intorstring'],
  ])('has the right types, not %s', (_, container, expected) => {
    expect(problems(container).wrong.join()).toContain(expected);
  });
});
