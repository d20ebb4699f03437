import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAuthTools } from '../session/auth-tools';
import type { AccountSecurity } from '../session/user-pool/account-security';

/** Security setting stored by the pool, with a function that refetches it. */
export function useSecurity<Data>(
  what: string,
  read: (security: AccountSecurity) => Promise<Data>,
) {
  const { loadSecurity } = useAuthTools();
  const queries = useQueryClient();
  const queryKey = ['security', what];
  const query = useQuery({
    queryKey,
    queryFn: async () => read(await loadSecurity()),
    retry: false, // Amplify has tried three times.
  });
  return { query, reread: () => queries.invalidateQueries({ queryKey }) };
}
