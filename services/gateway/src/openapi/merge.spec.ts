import type { OpenAPIObject } from '@nestjs/swagger';
import { mergeOpenApi } from './merged-openapi';

const description = (title: string): OpenAPIObject => ({
  openapi: '3.0.0',
  info: { title, version: '1' },
  paths: {
    [`/api/${title}`]: {
      get: {
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Row' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Row: { type: 'object', title } } },
});

describe('the merged description', () => {
  const merged = mergeOpenApi(
    new Map([
      ['campaign', description('campaign')],
      ['document', description('document')],
      ['mailing', undefined],
    ]),
    'https://tomekeeper.example',
  );

  it('keeps schemas of the same name apart', () => {
    expect(merged.components?.schemas).toMatchObject({
      'campaign.Row': { title: 'campaign' },
      'document.Row': { title: 'document' },
    });
    expect(JSON.stringify(merged.paths['/api/document'])).toContain(
      '"#/components/schemas/document.Row"',
    );
  });

  it('groups operations by service, and names a service that is missing', () => {
    expect(merged.paths['/api/campaign']?.get?.tags).toEqual(['campaign']);
    expect(merged.info.description).toBe('Not complete: mailing did not answer.');
    expect(merged.servers).toEqual([{ url: 'https://tomekeeper.example' }]);
  });
});
