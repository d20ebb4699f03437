export { alike } from './alike';
export { startBacking, type Backing } from './backing';
export { invalidMutants, startBrokenBuild, type BrokenBuild, type Mutant } from './broken-build';
export { caller, type Call, type Caller, type Method } from './caller';
export { createDatabase, type TestDatabase } from './database';
export { testEnvironment, type TestEnvironment } from './environment';
export { eventually, settles, type EventuallyOptions } from './eventually';
export { freePort } from '@tomekeeper/cli-kit';
export { codeIn, inbox, linksIn, type ReceivedMail } from './inbox';
export {
  startFakeService,
  type FakeAnswer,
  type FakeRoutes,
  type FakeService,
} from './fake-service';
export {
  startScriptedModel,
  type ModelRequest,
  type Script,
  type ScriptedModel,
} from './scripted-model';
export { serviceKeys, type ServiceKeys } from './service-keys';
export { faultlessCalls, hostileBodies, hostileText, INNARDS } from './hostile-input';
export { startSwitchableLink, type SwitchableLink } from './switchable-link';
export {
  expectToldTheSame,
  operationsIn,
  telling,
  tellingBeside,
  type Operation,
  type Question,
} from './told';
export { startTestIdentity, type TestIdentity, type TestPerson } from './test-identity';
export { endpointGuards } from './endpoint-guards';
export { describeOnEveryQueue, type QueueUrlFor } from './queue-backends';
export { describeWithRedis, startRedis, type TestRedis } from './redis';
export { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from './trace-receiver';
export { traceTo } from './traced';
export { watchEvents } from './watch-events';
