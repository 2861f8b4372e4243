package io.firmitas.tck.rules.hostile;

import io.firmitas.tck.report.ConformanceReporting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One field of the matrix.
 *
 * @param subject the policy
 * @param hook the hook
 * @param form the form of the calls
 * @param act what the hook does
 * @param sameAs an act with which everything else is the same, {@code null} when there is none
 */
record Cell(Subject subject, Hook<?> hook, Form form, Act act, @Nullable Act sameAs) {

  /** The fields with acts of some kinds. */
  static Stream<Cell> of(Act.Kind... kinds) {
    List<Cell> cells =
        Subject.all().stream()
            .flatMap(subject -> subject.hooks().stream().flatMap(hook -> of(subject, hook)))
            .filter(cell -> List.of(kinds).contains(cell.act.kind()))
            .toList();
    int step = Integer.getInteger(ConformanceReporting.MATRIX, 1);
    return IntStream.range(0, cells.size()).filter(index -> index % step == 0).mapToObj(cells::get);
  }

  private static Stream<Cell> of(Subject subject, Hook<?> hook) {
    return subject.forms().stream().flatMap(form -> of(subject, hook, form).stream());
  }

  private static List<Cell> of(Subject subject, Hook<?> hook, Form form) {
    List<Cell> cells = new ArrayList<>();
    for (Act act : subject.throwing()) {
      cells.add(new Cell(subject, hook, form, act, hook.asIfItThrew()));
    }
    for (Hook.Nonsense answer : hook.nonsense()) {
      cells.add(new Cell(subject, hook, form, answer.act(), answer.sameAs()));
    }
    if (hook.part().equals(Hooks.AT_BUILD)) {
      return cells;
    }
    cells.add(new Cell(subject, hook, form, Act.READING, Act.NOTHING));
    if (hook.nature() == Hook.Nature.LISTENER && !subject.runsInTasks()) {
      cells.add(new Cell(subject, hook, form, Act.WAITING, Act.NOTHING));
    }
    for (Act act : Act.CALLING) {
      cells.add(new Cell(subject, hook, form, act, subject.remembers() ? null : Act.NOTHING));
    }
    for (Act act : subject.steering()) {
      cells.add(new Cell(subject, hook, form, act, null));
    }
    cells.add(new Cell(subject, hook, form, Act.INTERRUPTING, null));
    cells.add(new Cell(subject, hook, form, Act.CANCELLING_CONTEXT, null));
    if (form == Form.FOREIGN) {
      cells.add(new Cell(subject, hook, form, Act.CANCELLING_FUTURE, null));
    }
    return cells;
  }

  @Override
  public String toString() {
    return subject + ", " + hook + ", " + form + ": " + act;
  }
}
