import { useShell } from '@tomekeeper/remote-kit';
import { useFailureText } from '../form/failure-text';
import { passkeyRefusal } from '../security/passkey-refusal';
import { useAuthTools } from '../session/auth-tools';

/**
 * Returns a function that offers a passkey to a new account in a toast. The account page always offers one.
 */
export function useOfferPasskey(): () => void {
  const { config, toast } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('passkey offer');

  async function add() {
    try {
      await (await loadSecurity()).addPasskey();
      toast({ message: 'Your passkey is added.', tone: 'success' });
    } catch (error) {
      const { message } = passkeyRefusal(error) ?? failureText(error, 'The passkey was not added.');
      toast({ message: `${message} You can add one on your account page.`, tone: 'error' });
    }
  }

  return () => {
    if (!config.identity.features?.includes('passkeys') || !('PublicKeyCredential' in window))
      return;
    toast({
      message: 'Next time, sign in with your fingerprint or face instead of a password.',
      action: { label: 'Set up a passkey', run: () => void add() },
    });
  };
}
