import { Module, type DynamicModule } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { ChangesModule } from './changes/changes.module';
import { CoversModule } from './covers/covers.module';
import { DeletionsModule } from './deletions/deletions.module';
import { DocumentsModule } from './documents/documents.module';
import { KnowledgeModule } from './knowledge/knowledge.module';
import { NotesModule } from './notes/notes.module';
import { removeObjects } from './objects/object-removal';
import { makePictures } from './pictures/picture-maker';
import { PicturesModule } from './pictures/pictures.module';
import { ReadingModule } from './reading/reading.module';
import { readTexts, showReadTexts } from './reading/reading-jobs';
import { SpoilerCheckModule } from './spoiler-check/spoiler-check.module';
import { TextModule } from './text/text.module';
import { sweepUploads } from './uploads/sweep-uploads';
import { UploadsModule } from './uploads/uploads.module';
import { VersionsModule } from './versions/versions.module';

const SWEEP_EVERY_MS = 60_000;

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const everyMs = config.OBJECT_SWEEP_MS ?? SWEEP_EVERY_MS;
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'document',
          config,
          log,
          jobs: [removeObjects, sweepUploads, makePictures, readTexts, showReadTexts],
          schedules: [
            // What all tries of a job left behind, and young objects that are due a second time.
            { job: removeObjects, everyMs },
            { job: sweepUploads, everyMs },
            { job: makePictures, everyMs },
            { job: readTexts, everyMs },
            { job: showReadTexts, everyMs },
          ],
          entities,
          migrations,
          events: [campaignDeleted, personDeleted],
        }),
        ChangesModule,
        DocumentsModule,
        CoversModule,
        UploadsModule,
        VersionsModule,
        NotesModule,
        PicturesModule,
        ReadingModule,
        TextModule,
        KnowledgeModule,
        SpoilerCheckModule,
        DeletionsModule,
      ],
    };
  }
}
