import { useCallback } from 'react';
import {
  useMutation,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useSingleRun } from '../use-task';

/**
 * `useMutation` with a submit-once guard: ignores calls until the server responds. `isPending` alone is too late for the second
 * press of a double click.
 */
export function useSerialMutation<Answer, Variables = void, Context = unknown>(
  options: UseMutationOptions<Answer, Error, Variables, Context>,
): UseMutationResult<Answer, Error, Variables, Context> {
  const runOnce = useSingleRun();
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback<UseMutateFunction<Answer, Error, Variables, Context>>(
    // The mutation's state and callbacks report the failure.
    (...press) => runOnce(() => mutateAsync(...press).catch(() => undefined)),
    [mutateAsync, runOnce],
  );
  return { ...mutation, mutate };
}
