import { useCallback } from 'react';
import {
  useMutation,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useSingleRun } from '../use-task';

/**
 * `useMutation` for what a person presses: until the server has answered, further presses do nothing.
 * Its `isPending` can't see to that alone, as it arrives later than the second press of a double click
 * may.
 */
export function useOneAtATime<Answer, Variables = void, Context = unknown>(
  options: UseMutationOptions<Answer, Error, Variables, Context>,
): UseMutationResult<Answer, Error, Variables, Context> {
  const runOnce = useSingleRun();
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback<UseMutateFunction<Answer, Error, Variables, Context>>(
    // The mutation's state and its callbacks tell of a failure.
    (...press) => runOnce(() => mutateAsync(...press).catch(() => undefined)),
    [mutateAsync, runOnce],
  );
  return { ...mutation, mutate };
}
