import { useShell } from '@tomekeeper/remote-kit';
import { CopyableText } from '@tomekeeper/ui/copyable-text';
import { AccountSection } from '../account-section/account-section';

/** Shows the user's id, to copy: a GM needs it to add a player. */
export function UserId({ id }: { id: string }) {
  const { toast } = useShell();
  return (
    <AccountSection
      title="Your user id"
      intro="A game master who wants to add you to a campaign can ask you for it."
    >
      <CopyableText
        text={id}
        onRefused={() =>
          toast({
            message: 'Your browser blocked copying. The address is selected: copy it manually.',
          })
        }
      />
    </AccountSection>
  );
}
