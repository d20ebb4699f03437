import { render } from '@testing-library/react';
import type { Passage } from '../../documents-api/passages-api';
import { fakePassages } from '../../../testing/fake-text';
import { PrintedText } from '../print/printed-text';

const HEBREW = 'חוזה חכירה';
const inlines = [{ text: HEBREW }];
const passageOf = (given: Partial<Passage>): Passage => ({ ...fakePassages(1)[0]!, ...given });

it.each([
  ['paragraph', { inlines }],
  ['heading', { inlines }],
  ['list_item', { inlines, marker: '1.' }],
  ['table', { rows: [[inlines]] }],
  ['quote', { inlines }],
  ['callout', { blocks: [{ kind: 'paragraph', depth: 0, inlines }], label: 'note' }],
] as const)('takes the direction of a %s from its text', (kind, content) => {
  const passage = passageOf({ kind, text: HEBREW, content } as Partial<Passage>);
  const { getByText } = render(<PrintedText ref={null} passages={[passage]} Mark={undefined} />);
  expect(getByText(HEBREW).closest('[dir="auto"]')).not.toBeNull();
});
