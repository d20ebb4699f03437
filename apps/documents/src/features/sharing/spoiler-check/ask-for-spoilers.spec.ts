import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { packTexts } from './ask-for-spoilers';

const { checkedTexts, checkedLength } = AUDIENCE_LIMITS;

describe('many names in one check', () => {
  it('are packed into few texts', () => {
    expect(packTexts(['Map.png', 'Strahd.pdf'])).toEqual({
      texts: ['Map.png\nStrahd.pdf'],
      isComplete: true,
    });
    expect(packTexts([])).toEqual({ texts: [], isComplete: true });
    const name = 'x'.repeat(checkedLength - 3);
    expect(packTexts([name, 'ab', 'c'])).toEqual({ texts: [`${name}\nab`, 'c'], isComplete: true });
  });

  it('are checked as far as one check takes them', () => {
    const long = 'x'.repeat(checkedLength);
    const most = packTexts(Array.from({ length: checkedTexts }, () => long));
    expect(most).toMatchObject({ isComplete: true });
    expect(most.texts).toHaveLength(checkedTexts);
    const more = packTexts(Array.from({ length: checkedTexts + 1 }, () => long));
    expect(more).toMatchObject({ isComplete: false });
    expect(more.texts).toHaveLength(checkedTexts);
    expect(packTexts([`${long}y`])).toEqual({ texts: [long], isComplete: false });
  });
});
