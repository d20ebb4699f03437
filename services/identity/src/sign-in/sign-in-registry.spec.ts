import type { DiscoveryService } from '@nestjs/core';
import { FirstFactor, SignInStep } from './sign-in-parts';
import { SignInRegistry } from './sign-in-registry';

/** Returns the registry of an application whose modules provide these parts, in this order. */
function registryOf(parts: { decorator: { KEY: string }; part: object }[]): SignInRegistry {
  const discovery = {
    getProviders: ({ metadataKey }: { metadataKey: string }) =>
      parts
        .filter(({ decorator }) => decorator.KEY === metadataKey)
        .map(({ part }) => ({ instance: part })),
  };
  const registry = new SignInRegistry(discovery as unknown as DiscoveryService);
  registry.onModuleInit();
  return registry;
}

const step = (stage: string) => ({ decorator: SignInStep, part: { stage } });
const factor = (name: string) => ({ decorator: FirstFactor, part: { name } });

it('asks steps in the order of their stages, however modules were loaded', () => {
  const registry = registryOf([step('second-factor'), step('device'), step('new-password')]);
  expect(registry.steps.map(({ stage }) => stage)).toEqual([
    'new-password',
    'device',
    'second-factor',
  ]);
});

it('offers first factors in one order, and those alone that there are', () => {
  const registry = registryOf([factor('WEB_AUTHN'), factor('EMAIL_OTP'), factor('PASSWORD')]);
  expect(registry.firstFactors.map(({ name }) => name)).toEqual([
    'PASSWORD',
    'EMAIL_OTP',
    'WEB_AUTHN',
  ]);
});

it('refuses to start with two parts of one name', () => {
  expect(() => registryOf([step('device'), step('device')])).toThrow(
    'Two parts of sign-in are called device.',
  );
});

it('does not know a second factor that no feature brings', () => {
  expect(() => registryOf([]).secondFactor('SMS_MFA')).toThrow(
    'No feature asks for the second factor SMS_MFA.',
  );
});
