import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { Notice } from '@tomekeeper/ui/notice';
import { Section } from '@tomekeeper/ui/section';
import { Stack } from '@tomekeeper/ui/stack';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';
import styles from './campaign-editor.module.css';
import { CampaignForm, type CampaignValues } from './campaign-form';
import { useRefetchIfGone, type OpenCampaign } from '../campaigns-api/use-campaign';
import { HandOver } from '../hand-over/hand-over';
import { OfferNotice } from '../hand-over/offer-notice';
import { CoverSection } from '../cover/cover-section';
import { DeleteCampaign } from '../delete-campaign/delete-campaign';
import { SampleNotice } from '../delete-campaign/sample-notice';
import { NewsMail } from '../news-mail/news-mail';
import { Party } from '../party/party';
import { PlayersPanel } from '../players/players-panel';
import { LeaveFor } from '../../leave-for';

/** Campaign page: the overview, then documents, players and details. Players see fewer actions. */
export function CampaignEditor({ opened, isGone }: { opened: OpenCampaign; isGone: boolean }) {
  const { Widget } = useShell();
  const { campaign, isOwner, isGm } = opened;
  const role = isOwner ? 'owner' : isGm ? 'co_gm' : 'player';
  /** The campaign was deleted or left, so unsaved changes need no warning. */
  const [left, setLeft] = useState(false);
  const columns = useRef<HTMLDivElement>(null);
  const offer = campaign.hand_over;
  const hasCharacters = campaign.people.some(({ character }) => character);

  return (
    <Stack gap={6}>
      {isGone && <GoneNotice isOwner={isOwner} />}
      {/* With players it is a campaign like any other, whose deletion asks for the title. */}
      {campaign.sample && isOwner && campaign.players.length === 0 && (
        <SampleNotice campaign={campaign} onDeleted={() => setLeft(true)} />
      )}
      {!isOwner && offer?.to === opened.myId && (
        <OfferNotice
          campaign={campaign}
          offer={offer}
          onAnswered={() => columns.current?.focus({ preventScroll: true })}
        />
      )}
      <div>
        <div className={styles.nextSession}>
          <Widget id="table.next-session" props={{ campaignId: campaign.id, role }} isOptional />
        </div>
        <div className={isGm ? styles.gmOverview : styles.playerOverview}>
          <Widget
            id="documents.overview"
            props={{ campaignId: campaign.id, role, people: campaign.people }}
          />
        </div>
      </div>
      {!isGm && <Party opened={opened} />}
      <div ref={columns} tabIndex={-1} className={styles.columns}>
        <Widget id="documents.campaign-panel" props={{ campaignId: campaign.id, isOwner, role }} />
        <div id="settings" tabIndex={-1} className={styles.side}>
          <PlayersPanel opened={opened} onLeft={() => setLeft(true)} />
          {isGm && hasCharacters && <Party opened={opened} />}
          <Details opened={opened} leaving={left} />
          <div className={styles.notPrinted}>
            <CoverSection opened={opened} />
          </div>
          <div className={styles.notPrinted}>
            <NewsMail campaignId={campaign.id} />
          </div>
          <div className={styles.notPrinted}>
            <Widget id="documents.news-kinds" props={{ campaignId: campaign.id, role }} />
          </div>
          {isOwner && (
            <Stack gap={6} className={styles.notPrinted}>
              <HandOver campaign={campaign} />
              <DeleteCampaign campaign={campaign} onDeleted={() => setLeft(true)} />
            </Stack>
          )}
        </div>
      </div>
      {left && <LeaveFor path="/home" />}
    </Stack>
  );
}

/** Title and game system; read-only for players, with the reason. */
export function Details({
  opened: { campaign, isGm },
  leaving,
}: {
  opened: OpenCampaign;
  /** The user leaves the page deliberately, so unsaved changes need no confirmation. */
  leaving: boolean;
}) {
  const saving = useSaving(campaign);
  return (
    <div className={styles.notPrinted}>
      <Section title="Details">
        <CampaignForm
          name={campaign.id}
          stored={{ title: campaign.title, game_system: campaign.game_system }}
          submitLabel="Save"
          busyLabel="Saving…"
          busy={saving.isPending}
          error={saving.error}
          onSubmit={saving.mutate}
          onEdit={saving.isIdle ? undefined : saving.reset}
          said={
            saving.isSuccess && (
              <>
                <Icon name="check" />
                Saved
              </>
            )
          }
          lockedBecause={
            isGm
              ? undefined
              : 'Only the campaign’s game masters can change its title and game system.'
          }
          leaving={leaving}
        />
      </Section>
    </div>
  );
}

function useSaving({ id }: CampaignDetail) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.one(id);
  return useSerialMutation({
    mutationFn: (values: CampaignValues) => api.update(id, values),
    // A pending response would overwrite the new values.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (_answer, values) => {
      queryClient.setQueryData<CampaignDetail>(
        queryKey,
        (known) => known && { ...known, ...values },
      );
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
    },
    onError: useRefetchIfGone(id),
  });
}

/** The campaign was deleted, or the user's membership ended, while the page was open. */
function GoneNotice({ isOwner }: { isOwner: boolean }) {
  const { routing } = useShell();
  return (
    <Notice
      tone="error"
      title={
        isOwner
          ? 'This campaign has been deleted.'
          : 'This campaign has been deleted, or you are no longer one of its players.'
      }
      action={
        <Button variant="secondary" size="small" onClick={() => routing.navigate('/home')}>
          To your campaigns
        </Button>
      }
    >
      <p>This campaign can no longer be changed. Your text stays until you leave.</p>
    </Notice>
  );
}
