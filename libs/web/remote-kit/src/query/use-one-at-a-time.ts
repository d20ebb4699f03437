import { useCallback, useRef } from 'react';
import {
  useMutation,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

/**
 * `useMutation` for what a person presses: until the server has answered, further presses do nothing.
 * Its `isPending` can't see to that alone, as it arrives later than the second press of a double click
 * may.
 */
export function useOneAtATime<Answer, Variables = void, Context = unknown>(
  options: UseMutationOptions<Answer, Error, Variables, Context>,
): UseMutationResult<Answer, Error, Variables, Context> {
  const running = useRef(false);
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback<UseMutateFunction<Answer, Error, Variables, Context>>(
    (...press) => {
      if (running.current) return;
      running.current = true;
      mutateAsync(...press)
        .catch(() => {
          // The mutation's state and its callbacks tell of it.
        })
        .finally(() => {
          running.current = false;
        });
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
