import { refuses, type Broken } from './refusing';

const pod = (object: Broken): Broken => object.spec.template.spec;
const spread = (object: Broken): Broken => object.spec.template.spec.topologySpreadConstraints[0];
const POD = 'spec.template.spec';
const SPREAD = 'spec.template.spec.topologySpreadConstraints[0]';

describe('the rules of spreading pods', () => {
  refuses('Deployment', [
    [
      'a key in the selector and among the keys of one constraint',
      (it) => spread(it).matchLabelKeys.push('app.kubernetes.io/component'),
      `${SPREAD}.matchLabelKeys[1]: Invalid value: "app.kubernetes.io/component": exists in both matchLabelKeys and labelSelector`,
    ],
    [
      'keys without a selector',
      (it) => delete spread(it).labelSelector,
      `${SPREAD}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
    ],
    [
      'a constraint twice',
      (it) => pod(it).topologySpreadConstraints.push({ ...spread(it) }),
      `${POD}.topologySpreadConstraints[1].{topologyKey, whenUnsatisfiable}: Duplicate value: "{`,
    ],
    [
      'a skew of nothing',
      (it) => (spread(it).maxSkew = 0),
      `${SPREAD}.maxSkew: Invalid value: 0: must be greater than zero`,
    ],
    [
      'no key of a topology',
      (it) => (spread(it).topologyKey = ''),
      `${SPREAD}.topologyKey: Required value: can not be empty`,
    ],
    [
      'an unknown way out',
      (it) => (spread(it).whenUnsatisfiable = 'Ignore'),
      `${SPREAD}.whenUnsatisfiable: Unsupported value: "Ignore": supported values: "DoNotSchedule", "ScheduleAnyway"`,
    ],
    [
      'least domains where pods are scheduled anyway',
      (it) => (spread(it).minDomains = 2),
      `${SPREAD}.minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
    ],
    [
      'an expression without values',
      (it) => (spread(it).labelSelector.matchExpressions = [{ key: 'a', operator: 'In' }]),
      `matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    ],
    [
      'an expression with values that it has no use for',
      (it) => (spread(it).labelSelector.matchExpressions[0].values = ['b']),
      `matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
    ],
    [
      'an unknown operator',
      (it) => (spread(it).labelSelector.matchExpressions[0].operator = 'Has'),
      'matchExpressions[0].operator: Invalid value: "Has": not a valid selector operator',
    ],
  ]);
});
