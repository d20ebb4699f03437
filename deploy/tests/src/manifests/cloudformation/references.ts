import type { SpecDatabase } from '@aws-cdk/service-spec-types';
import { callIn, type Template } from './template';

/** What refers to nothing, and what nothing refers to. */
export function referenceProblems(template: Template, spec: SpecDatabase): readonly string[] {
  const seen: Seen = { names: new Set(), conditions: new Set(), problems: [] };
  const { Parameters, Conditions, Resources, Outputs } = template;
  for (const part of [Conditions, Resources, Outputs]) visit(part, template, spec, seen);
  for (const { Condition, DependsOn } of Object.values(Resources)) {
    if (Condition !== undefined) seen.conditions.add(Condition);
    for (const name of [DependsOn ?? []].flat()) noteName(name, template, seen);
  }
  for (const name of seen.conditions)
    if (!(name in Conditions)) seen.problems.push(`there is no condition ${name}`);
  const unused = [
    ...Object.keys(Parameters).filter((name) => !seen.names.has(name)),
    ...Object.keys(Conditions).filter((name) => !seen.conditions.has(name)),
  ];
  return [...seen.problems, ...unused.map((name) => `${name} is not used`)];
}

type Seen = {
  readonly names: Set<string>;
  readonly conditions: Set<string>;
  readonly problems: string[];
};

function visit(value: unknown, template: Template, spec: SpecDatabase, seen: Seen): void {
  const call = callIn(value);
  if (call) noteCall(call.name, call.argument, template, spec, seen);
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) visit(part, template, spec, seen);
}

function noteCall(
  name: string,
  argument: unknown,
  template: Template,
  spec: SpecDatabase,
  seen: Seen,
): void {
  const parts = Array.isArray(argument) ? argument.map(String) : [String(argument)];
  const [first = '', second = '', third = ''] = parts;
  switch (name) {
    case 'Ref':
      return noteName(first, template, seen);
    case 'Fn::GetAtt':
      return noteAttribute(first, second, template, spec, seen);
    case 'Fn::If':
      return void seen.conditions.add(first);
    case 'Fn::FindInMap':
      if (template.Mappings[first]?.[second]?.[third] === undefined)
        seen.problems.push(`there is no mapping ${parts.join('.')}`);
      return;
    case 'Fn::Sub':
      for (const [, variable = ''] of first.matchAll(/\$\{([\w.:]+)\}/g)) {
        const [resource = '', ...attribute] = variable.split('.');
        if (attribute.length === 0) noteName(resource, template, seen);
        else noteAttribute(resource, attribute.join('.'), template, spec, seen);
      }
      return;
    case 'Fn::Equals':
    case 'Fn::Not':
      return;
    default:
      seen.problems.push(`${name} is not used here`);
  }
}

function noteName(name: string, { Parameters, Resources }: Template, seen: Seen): void {
  seen.names.add(name);
  if (!name.startsWith('AWS::') && !(name in Parameters) && !(name in Resources))
    seen.problems.push(`there is no parameter or resource ${name}`);
}

function noteAttribute(
  name: string,
  attribute: string,
  template: Template,
  spec: SpecDatabase,
  seen: Seen,
): void {
  noteName(name, template, seen);
  const type = template.Resources[name]?.Type ?? '';
  const [resource] = spec.lookup('resource', 'cloudFormationType', 'equals', type);
  if (resource && !(attribute in resource.attributes))
    seen.problems.push(`${name} (${type}) has no attribute ${attribute}`);
}
