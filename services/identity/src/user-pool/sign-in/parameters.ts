import { refuse } from '../protocol/refusals';

/** A parameter that the client must send. @throws the protocol's refusal when it has not */
export function required(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!value) throw refuse.missingParameter(name);
  return value;
}
