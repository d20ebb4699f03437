import { render } from '@testing-library/react';
import { Cover } from '.';

const drawn = (title: string) => render(<Cover title={title} />).container.innerHTML;

describe('Cover', () => {
  it('is the same for the same title, however it is typed', () => {
    expect(drawn('Curse of Strahd')).toBe(drawn(' curse of strahd '));
  });

  it('is another one for another title', () => {
    const titles = ['Curse of Strahd', 'Curse of Strahd II', 'The Salt Road', 'Ash', 'Ю'];
    expect(new Set(titles.map(drawn)).size).toBe(titles.length);
  });

  it('says nothing, fetches nothing and holds nothing of the title', () => {
    const html = drawn('<b>Secret</b>');
    expect(html).toContain('aria-hidden="true"');
    expect(html).not.toMatch(/Secret|href|url\(/);
  });
});
