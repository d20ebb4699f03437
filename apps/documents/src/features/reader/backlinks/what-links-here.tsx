import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { backlink, displayTitle } from '@tomekeeper/contracts-document';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import type { Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import styles from './what-links-here.module.css';

const id = z.string();
const answer = z.object({
  backlinks: z.array(backlink.extend({ document: id, passage: id, to: id.optional() })),
  more: z.boolean().catch(false),
});
type Backlink = z.infer<typeof answer>['backlinks'][number];

/** Backlinks: passages of other documents that link here and that the viewer can see. Renders nothing without any. */
export function WhatLinksHere({ document }: { document: Document }) {
  const { http } = useShell();
  const viewAs = useViewAs();
  const heading = useId();
  const queryKey = ['backlinks', document.id, viewAs];
  useRefetchOnHints(['documents', 'members', 'campaigns'], document.campaign, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/documents/${encodeURIComponent(document.id)}/backlinks/`, {
        answer,
        signal,
        viewAs,
      }),
    // Backlinks are optional, so a failure stays silent.
    retry: false,
    gcTime: 0,
  });
  if (!data || data.backlinks.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        Links to this document
      </h2>
      <ul role="list" className={styles.documents}>
        {byDocument(data.backlinks).map((links) => (
          <LinkingDocument key={links[0]!.document} links={links} campaign={document.campaign} />
        ))}
      </ul>
      {data.more && <p className={styles.more}>More links exist than are listed here.</p>}
    </section>
  );
}

/** Groups backlinks, which arrive sorted, by document. */
function byDocument(backlinks: readonly Backlink[]): Backlink[][] {
  const documents = new Map<string, Backlink[]>();
  for (const link of backlinks)
    documents.set(link.document, [...(documents.get(link.document) ?? []), link]);
  return [...documents.values()];
}

function LinkingDocument({ links, campaign }: { links: readonly Backlink[]; campaign: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const [first] = links;
  if (!first) return null;
  const path = viewerPath({ campaign, id: first.document }, viewAs);
  return (
    <li>
      <Link to={path}>{displayTitle(first.title)}</Link>
      <ul role="list" className={styles.passages}>
        {links.map(({ passage, text }) => (
          <li key={passage}>
            <Link className={styles.passage} to={`${path}#p-${encodeURIComponent(passage)}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
