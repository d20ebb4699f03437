import { defaultTreeAdapter, Parser, Tokenizer, type DefaultTreeAdapterMap } from 'parse5';
import type { HtmlNode } from './html-tree';

/** Attributes of one tag. The parser compares each attribute with all earlier ones, so further attributes are skipped. */
const MAX_ATTRIBUTES = 200;

class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token && 'attrs' in token && token.attrs.length >= MAX_ATTRIBUTES) return;
    super._leaveAttrName();
  }
}

const options = {
  treeAdapter: {
    ...defaultTreeAdapter,
    // Attributes of a second `<body>` are added to the first.
    adoptAttributes: (
      ...[recipient, added]: Parameters<typeof defaultTreeAdapter.adoptAttributes>
    ): void => {
      if (recipient.attrs.length < MAX_ATTRIBUTES)
        defaultTreeAdapter.adoptAttributes(recipient, added);
    },
  },
};

export function parsePage(source: string): HtmlNode {
  const parser = bounded(new Parser<DefaultTreeAdapterMap>(options));
  parser.tokenizer.write(source, true);
  return parser.document;
}

export function parseFragment(source: string): HtmlNode {
  const parser = bounded(Parser.getFragmentParser<DefaultTreeAdapterMap>(null, options));
  parser.tokenizer.write(source, true);
  return parser.getFragment();
}

function bounded(parser: Parser<DefaultTreeAdapterMap>): Parser<DefaultTreeAdapterMap> {
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  return parser;
}
