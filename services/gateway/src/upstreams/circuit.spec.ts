import { Circuit, OPENS_AFTER, type Failure } from './circuit';

describe('a circuit', () => {
  let now = 0;
  let circuit: Circuit;
  beforeEach(() => {
    now = 1000;
    circuit = new Circuit(() => now);
  });

  const fail = (times: number, how: Failure = 'unreachable') => {
    for (let at = 0; at < times; at++) {
      circuit.sent();
      circuit.failed(how);
    }
  };

  it('opens after several failures in a row, and not before', () => {
    fail(OPENS_AFTER - 1);
    expect(circuit.state).toBe('closed');
    circuit.sent();
    circuit.answered();
    fail(OPENS_AFTER - 1);
    expect(circuit.state).toBe('closed');
    fail(1);
    expect(circuit.state).toBe('open');
  });

  it.each<[Failure, number]>([
    ['unreachable', 250],
    ['silent', 5000],
  ])('lets one call try after it was %s for a while', (how, pause) => {
    fail(OPENS_AFTER, how);
    now += pause - 1;
    expect(circuit.state).toBe('open');
    now += 1;
    expect(circuit.state).toBe('half-open');
    circuit.sent();
    expect(circuit.state).toBe('open');
    now += 60_000;
    expect(circuit.state).toBe('open');
    circuit.answered();
    expect(circuit.state).toBe('closed');
  });

  it('waits again when that one fails too', () => {
    fail(OPENS_AFTER);
    now += 250;
    fail(1);
    expect(circuit.state).toBe('open');
    now += 250;
    expect(circuit.state).toBe('half-open');
  });

  it('lets another try when the caller of the first has gone', () => {
    fail(OPENS_AFTER);
    now += 250;
    circuit.sent();
    circuit.ended();
    expect(circuit.state).toBe('half-open');
  });

  it('closes when a health check is answered that would have failed before', () => {
    fail(OPENS_AFTER);
    circuit.checked(true);
    expect(circuit.state).toBe('closed');
    fail(OPENS_AFTER, 'silent');
    circuit.checked(false);
    expect(circuit.state).toBe('open');
    circuit.checked(true);
    expect(circuit.state).toBe('closed');
  });

  it('goes by a clock of its own, and sends every call as long as it is closed', () => {
    const own = new Circuit();
    for (let at = 0; at < OPENS_AFTER; at++) {
      own.sent();
      expect(own.state).toBe('closed');
      own.failed('silent');
    }
    expect(own.state).toBe('open');
  });

  it('does not take a call from before it opened for the one that tries', () => {
    circuit.sent();
    fail(OPENS_AFTER);
    now += 250;
    expect(circuit.state).toBe('half-open');
  });

  it('forgets what checks said once calls are answered', () => {
    fail(OPENS_AFTER);
    circuit.answered();
    fail(OPENS_AFTER, 'silent');
    circuit.checked(true);
    expect(circuit.state).toBe('open');
  });

  it('does not believe checks that are answered while calls are not', () => {
    fail(OPENS_AFTER, 'silent');
    circuit.checked(true);
    expect(circuit.state).toBe('open');
  });
});
