import { CreateIndex1733900000000 } from './migrations/1733900000000-create-index';

import { CountModelUse1733910000000 } from './migrations/1733910000000-count-model-use';
import { ModelUseStaysCounted1733930000000 } from './migrations/1733930000000-model-use-stays-counted';
import { SinceWhenBehind1733920000000 } from './migrations/1733920000000-since-when-behind';
import { WordsBesideSigns1733950000000 } from './migrations/1733950000000-words-beside-signs';
import { VectorsOfPassages1733960000000 } from './migrations/1733960000000-vectors-of-passages';
import { KeptBack1733970000000 } from './migrations/1733970000000-kept-back';
import { PlayersFirst1734100000000 } from './migrations/1734100000000-players-first';
import { LeadingModel1733980000000 } from './migrations/1733980000000-leading-model';

export const entities = [];
export const migrations = [
  CreateIndex1733900000000,
  CountModelUse1733910000000,
  SinceWhenBehind1733920000000,
  ModelUseStaysCounted1733930000000,
  WordsBesideSigns1733950000000,
  VectorsOfPassages1733960000000,
  KeptBack1733970000000,
  LeadingModel1733980000000,
  PlayersFirst1734100000000,
];
