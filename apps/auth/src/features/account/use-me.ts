import { useQuery } from '@tanstack/react-query';
import { useShell } from '@tomekeeper/remote-kit';

/** The signed-in person, fresh from the server; the header learns of it too. */
export function useMe() {
  const { session } = useShell();
  return useQuery({ queryKey: ['me'], queryFn: () => session.refreshUser() });
}
