import { ownPrefixPolicy } from './own-prefix-policy';

it('lets someone read, write, delete and list below their own prefix, and nothing else', () => {
  expect(JSON.parse(ownPrefixPolicy('bucket', 'pool:ada'))).toEqual({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        Resource: ['arn:aws:s3:::bucket/private/pool:ada/*'],
      },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: ['arn:aws:s3:::bucket'],
        Condition: { StringLike: { 's3:prefix': ['private/pool:ada/*'] } },
      },
    ],
  });
});
