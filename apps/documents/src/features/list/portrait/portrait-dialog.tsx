import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { NameFilter } from '@tomekeeper/ui/name-filter';
import { titleOf, type Document } from '../../documents-api/documents-api';
import { createPassagesApi } from '../../documents-api/passages-api';
import { useDocumentPages } from '../../documents-api/use-document-pages';
import { LoadMore } from '../../history/ledger/load-more';
import { mayHaveThumbnail } from '../document-list/document-kind';
import { ThumbnailsOf, Thumbnail } from '../thumbnail/thumbnail';
import styles from './portrait.module.css';

interface PortraitDialogProps {
  /** Title of the document or handout. */
  title: string;
  campaign: string;
  /** The document or handout, whose images are offered. */
  of: string;
  /** Id of the present picture. */
  current: string | undefined;
  onClose: () => void;
  onChoose: (picture: string | null) => void;
}

const PICTURES = { kind: 'picture', sort: 'title' };

interface Choice {
  id: string;
  name: string;
  document?: Document;
  url?: string;
}

/** Chooses one picture of the campaign, or an image of the text, as portrait. */
export function PortraitDialog(props: PortraitDialogProps) {
  const { title, campaign, of, current, onClose, onChoose } = props;
  const [chosen, setChosen] = useState(current ?? '');
  const [filter, setFilter] = useState('');
  const group = useId();
  const { http } = useShell();
  const images = useQuery({
    queryKey: ['images of text', of],
    queryFn: () => createPassagesApi(http, undefined, of).images(),
    gcTime: 0,
  });
  const pictures = useDocumentPages(campaign, PICTURES, true);
  const choices: Choice[] = [
    ...(images.data ?? []).map(({ id, url }, at) => ({
      id,
      url,
      name: `Image ${at + 1} of the text`,
    })),
    ...(pictures.documents ?? [])
      .filter(mayHaveThumbnail)
      .map((document) => ({ id: document.id, name: titleOf(document), document })),
  ];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Portrait of ${title}`}
      description="Players see the portrait only if they can see the picture itself."
      confirm="Save"
      disabled={chosen === (current ?? '')}
      onConfirm={() => {
        onChoose(chosen === '' ? null : chosen);
        onClose();
      }}
      fields={
        <ThumbnailsOf campaignId={campaign}>
          {images.error && (
            <LoadFailure
              {...detailOrText(images.error, 'Unable to load the images of the text.')}
              onRetry={() => void images.refetch()}
            />
          )}
          {choices.length === 0 && !images.isPending && !pictures.isPending && (
            <p>Upload a picture to this campaign, or insert one in the text, to choose it here.</p>
          )}
          <NameFilter
            items={choices}
            nameOf={({ name }) => name}
            noun="picture"
            value={filter}
            onChange={setFilter}
            onEnter={() => undefined}
          >
            {(found) => (
              <div role="radiogroup" aria-label="Portrait" className={styles.choices}>
                {[{ id: '', name: 'No portrait' }, ...found].map((choice: Choice) => (
                  <label key={choice.id} className={styles.choice}>
                    <input
                      type="radio"
                      name={group}
                      checked={chosen === choice.id}
                      onChange={() => setChosen(choice.id)}
                    />
                    <span className={styles.picture} aria-hidden="true">
                      <Picture choice={choice} />
                    </span>
                    <span className={styles.name}>{choice.name}</span>
                  </label>
                ))}
              </div>
            )}
          </NameFilter>
          <LoadMore
            list={pictures}
            failure="Unable to load the pictures."
            label="Show more pictures"
          />
        </ThumbnailsOf>
      }
    />
  );
}

function Picture({ choice: { document, url } }: { choice: Choice }) {
  if (document) return <Thumbnail document={document} isLarge isOwnPicture />;
  return url ? (
    <img src={url} alt="" width={96} height={96} loading="lazy" decoding="async" />
  ) : null;
}
