import { DOMSerializer } from 'prosemirror-model';
import { schema } from './schema';

it.each(['paragraph', 'heading', 'list_item', 'code'])(
  'takes the direction of a %s from its text',
  (name) => {
    const node = schema.node(name, { id: 'a' }, schema.text('חוזה חכירה'));
    const drawn = DOMSerializer.fromSchema(schema).serializeNode(node) as HTMLElement;
    expect(drawn.dir).toBe('auto');
  },
);
