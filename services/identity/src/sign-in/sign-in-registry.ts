import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  AuthFlow,
  ChallengeHandler,
  FIRST_FACTORS,
  FirstFactor,
  SecondFactor,
  SignInStep,
  STAGES,
} from './sign-in-parts';
import type { SecondFactorName } from '../users/pool-user';

/** All flows, factors, challenges and steps of the features, in a deterministic order. */
@Injectable()
export class SignInRegistry implements OnModuleInit {
  private flows: ReadonlyMap<string, AuthFlow> = new Map();
  private challenges: ReadonlyMap<string, ChallengeHandler> = new Map();
  private secondFactors: ReadonlyMap<string, SecondFactor> = new Map();
  /** In the order in which they are offered. */
  firstFactors: readonly FirstFactor[] = [];
  /** In the order in which they are required. */
  steps: readonly SignInStep[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws when two parts have the same name */
  onModuleInit(): void {
    const flows = this.found<AuthFlow>(AuthFlow.KEY);
    this.flows = byName(flows, ({ names }) => names);
    this.challenges = byName(this.found<ChallengeHandler>(ChallengeHandler.KEY), (one) => [
      one.name,
    ]);
    this.secondFactors = byName(this.found<SecondFactor>(SecondFactor.KEY), ({ kind }) => [kind]);
    const factors = byName(this.found<FirstFactor>(FirstFactor.KEY), ({ name }) => [name]);
    this.firstFactors = inOrder(FIRST_FACTORS, factors);
    const steps = byName(this.found<SignInStep>(SignInStep.KEY), ({ stage }) => [stage]);
    this.steps = inOrder(STAGES, steps);
  }

  flow(name: string): AuthFlow | undefined {
    return this.flows.get(name);
  }

  /** Returns the flow that continues after a password proof. */
  flowContinuing(continuation: string): AuthFlow | undefined {
    return [...this.flows.values()].find((flow) => flow.continuation === continuation);
  }

  challenge(name: string): ChallengeHandler | undefined {
    return this.challenges.get(name);
  }

  secondFactor(kind: SecondFactorName): SecondFactor {
    const factor = this.secondFactors.get(kind);
    if (!factor) throw new Error(`No feature asks for the second factor ${kind}.`);
    return factor;
  }

  private found<Part>(metadataKey: string): Part[] {
    return this.discovery.getProviders({ metadataKey }).map(({ instance }) => instance as Part);
  }
}

function byName<Part>(
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): Map<string, Part> {
  const all = new Map<string, Part>();
  for (const part of parts)
    for (const name of namesOf(part)) {
      if (all.has(name)) throw new Error(`Two parts of sign-in are called ${name}.`);
      all.set(name, part);
    }
  return all;
}

function inOrder<Part>(names: readonly string[], parts: ReadonlyMap<string, Part>): Part[] {
  return names.flatMap((name) => parts.get(name) ?? []);
}
