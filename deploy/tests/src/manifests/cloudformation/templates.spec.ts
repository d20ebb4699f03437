import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { WORKSPACE } from '@tomekeeper/installation';
import { propertyProblems } from './properties';
import { readTemplate, type Template } from './template';

// Child processes and large schemas are slow on a loaded machine.

const Managed = z.looseObject({
  Managed: z.looseObject({ Forwarding: z.record(z.string(), z.string()) }),
});
const Behavior = z.looseObject({
  OriginRequestPolicyId: z
    .object({ 'Fn::FindInMap': z.tuple([z.string(), z.string(), z.string()]) })
    .optional(),
});
const Distribution = z.looseObject({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: Behavior,
    CacheBehaviors: z.array(Behavior),
  }),
});
const FOLDERS = ['deploy/aws', 'deploy/cognito'];
const templates = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(WORKSPACE, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`),
);
/** The CloudFormation specification at this package's publication date. */
const spec = loadAwsServiceSpecSync();

const read = (name: string): Template => readTemplate(path.join(WORKSPACE, name));
const problemsOf = (template: Template): readonly string[] => propertyProblems(template, spec);

describe('the templates', () => {
  it('are all that the READMEs name', () => {
    expect(templates).toEqual([
      'deploy/aws/data.yaml',
      'deploy/aws/documents.yaml',
      'deploy/aws/edge.yaml',
      'deploy/aws/identity-pool-role.yaml',
      'deploy/cognito/user-pool.yaml',
    ]);
    const readme = fs.readFileSync(path.join(WORKSPACE, 'deploy/aws/README.md'), 'utf8');
    for (const name of templates) expect(readme).toContain(path.basename(name));
  });

  it.each(templates)('%s is what CloudFormation accepts', (name) => {
    expect(problemsOf(read(name))).toEqual([]);
  });

  it.each([
    ['a misspelt property', '"StorageEncrypted"', '"StorageEncrypt"', /StorageEncrypt is unknown/],
    ['a wrong type', '"MultiAZ":true', '"MultiAZ":"yes"', /MultiAZ must be a boolean/],
    ['a missing property', '"Family"', '"Families"', /Family is missing/],
    ['an unknown resource', '"AWS::RDS::DBInstance"', '"AWS::RDS::Instance"', /no AWS::RDS::Inst/],
  ])('would be refused with %s', (_, sound, broken, expected) => {
    const text = JSON.stringify(read('deploy/aws/data.yaml')).replaceAll(sound, broken);
    expect(problemsOf(JSON.parse(text) as Template).join('\n')).toMatch(expected);
  });

  it('keep the bucket private, with its content readable by one role', () => {
    const { Resources } = read('deploy/aws/documents.yaml');
    expect(Resources['Bucket']?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(JSON.stringify(Resources['BucketPolicy'])).toContain('"aws:SecureTransport":"false"');
    const rights = JSON.stringify(Resources['DocumentRole']);
    expect(rights).not.toMatch(/"s3:\*"|"Resource":"\*"|"Action":"\*"/);
  });

  it('send every call to the gateway by the host that its ingress knows', () => {
    const { Resources, Mappings } = read('deploy/aws/edge.yaml');
    const { Forwarding } = Managed.parse(Mappings).Managed;
    const { DefaultCacheBehavior, CacheBehaviors } = Distribution.parse(
      Resources['Distribution']?.Properties,
    ).DistributionConfig;
    // AWS' managed policies that forward the viewer's Host header to the origin.
    const sending = [
      '216adef6-5c7f-47e4-b989-5492eafa07d3',
      'bf0718e1-ba1e-49d1-88b1-f726733018ae',
    ];
    for (const { OriginRequestPolicyId: policy } of [DefaultCacheBehavior, ...CacheBehaviors])
      expect(sending).toContain(Forwarding[policy?.['Fn::FindInMap'][2] ?? '']);
  });

  it('never lose a job to a full queue, or data to a deleted stack', () => {
    const { Resources } = read('deploy/aws/data.yaml');
    expect(Resources['QueueParameters']?.Properties).toMatchObject({
      Properties: { 'maxmemory-policy': 'noeviction' },
    });
    for (const name of ['Database', 'Queue'])
      expect(Resources[name]).toMatchObject({ DeletionPolicy: 'Snapshot' });
  });
});
