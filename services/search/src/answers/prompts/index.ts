export { ANSWER_V1 as ANSWER } from './answer.v1';
export { HOOKS_V1 as HOOKS } from './hooks.v1';
export { SUMMARY_V1 as SUMMARY } from './summary.v1';

/** What a model writes where the sources say nothing. */
export const NO_ANSWER = 'NO_ANSWER';
