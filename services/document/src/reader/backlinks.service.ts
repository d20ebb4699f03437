import { Injectable } from '@nestjs/common';
import { MAX_BACKLINKS, nameLink, type BacklinksAnswer } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { stemsOfDocument } from '../access/documents-by-name';
import { visibleAmong } from '../access/visible-documents';
import { linkTargetsByName } from './link-ends';
import {
  linkingDocuments,
  linkingPassages,
  namesThatMayLead,
  seenPassages,
} from '../passages/visible/visible-links';
import type { AskedDocument } from './text.service';

/** Visible links to a document. */
@Injectable()
export class BacklinksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
  ) {}

  async backlinks({ user, id, viewAs }: AskedDocument): Promise<BacklinksAnswer> {
    const { scope, document } = await this.access.requireVisible(viewAs, user, id);
    const { campaign } = document;
    const stems = await stemsOfDocument(this.uow, scope, id);
    const hrefs = await namesThatMayLead(this.uow, scope, { campaign, stems });
    const links = new Map(hrefs.map((href) => [href, nameLink(href)!]));
    const targets = await linkTargetsByName(this.uow, scope, campaign, links);
    const names = [...targets].flatMap(([href, target]) =>
      target.document === id ? [{ href, passage: target.passage }] : [],
    );
    const target = { id, campaign, stems, names };
    const linking = await linkingDocuments(this.uow, scope, target);
    const documents = await visibleAmong(this.uow, scope, linking);
    const titles = new Map(documents.map((one) => [one.id, one.original_filename]));
    const from = [...titles.keys()];
    const limit = MAX_BACKLINKS + 1;
    const found = await linkingPassages(this.uow, scope, { to: target, from, limit });
    const ends = found.flatMap(({ to }) => to ?? []);
    const seen = await seenPassages(this.uow, scope, [...new Set(ends)]);
    return {
      backlinks: found.slice(0, MAX_BACKLINKS).map(({ document, passage, text, to }) => ({
        document,
        title: titles.get(document) ?? '',
        passage,
        text,
        ...(to !== null && seen.get(to) === id && { to }),
      })),
      more: found.length > MAX_BACKLINKS,
    };
  }
}
