import { useCallback } from 'react';
import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useSingleRun } from '../use-task';

interface Callbacks<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (error: Error) => void;
}

/** Keeps the union of the mutation's states. */
type WithMutate<Result, Mutate> = Result extends unknown
  ? Omit<Result, 'mutate'> & { mutate: Mutate }
  : never;

type SerialMutation<Answer, Variables, Context> = WithMutate<
  UseMutationResult<Answer, Error, Variables, Context>,
  /** The callbacks run even if the component is gone by then, for instance because the change has replaced it. */
  (variables: Variables, callbacks?: Callbacks<Answer>) => void
>;

/**
 * `useMutation` with a submit-once guard: ignores calls until the server responds. `isPending` alone is too late for the second
 * press of a double click.
 */
export function useSerialMutation<Answer, Variables = void, Context = unknown>(
  options: UseMutationOptions<Answer, Error, Variables, Context>,
): SerialMutation<Answer, Variables, Context> {
  const runOnce = useSingleRun();
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    // The mutation's state reports the failure, too.
    (variables: Variables, { onSuccess, onError = () => {} }: Callbacks<Answer> = {}) =>
      void runOnce(() => mutateAsync(variables).then(onSuccess, onError)),
    [mutateAsync, runOnce],
  );
  return { ...mutation, mutate };
}
