package io.firmitas.tck.rules.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A place where a builder takes code of the user.
 *
 * @param builder the builder
 * @param signature the method, with the simple names of its parameters' types
 * @param part which of several ways into the code, or empty
 * @param nature what becomes of what the code throws
 * @param install gives the trap to a builder
 * @param asIfItThrew what the policy does when the code throws: as if it had done this; {@code
 *     null} when no answer means the same
 * @param nonsense the answers that no code should give
 * @param <B> the builder
 */
record Hook<B>(
    Class<B> builder,
    String signature,
    String part,
    Nature nature,
    BiConsumer<B, Trap> install,
    @Nullable Act asIfItThrew,
    List<Nonsense> nonsense) {

  /** What becomes of what the code throws. */
  enum Nature {
    /** It is told of events: what it throws is reported. */
    LISTENER,
    /** It decides: what it throws is reported. */
    DECISION,
    /** It is asked to answer in place of the call: what it throws is the answer. */
    ANSWER
  }

  /**
   * An answer that no code should give.
   *
   * @param act gives it
   * @param sameAs what the policy takes it for, {@code null} when that is free
   */
  record Nonsense(Act act, @Nullable Act sameAs) {}

  static <B> Hook<B> listener(
      Class<B> builder, String signature, String part, BiConsumer<B, Trap> install) {
    return new Hook<>(builder, signature, part, Nature.LISTENER, install, Act.NOTHING, List.of());
  }

  static <B> Hook<B> decision(
      Class<B> builder, String signature, BiConsumer<B, Trap> install, @Nullable Act asIfItThrew) {
    return new Hook<>(builder, signature, "", Nature.DECISION, install, asIfItThrew, List.of());
  }

  static <B> Hook<B> answer(Class<B> builder, String signature, BiConsumer<B, Trap> install) {
    return new Hook<>(
        builder,
        signature,
        "",
        Nature.ANSWER,
        install,
        null,
        List.of(new Nonsense(Act.answering("null", null), null)));
  }

  Hook<B> part(String name) {
    return new Hook<>(builder, signature, name, nature, install, asIfItThrew, nonsense);
  }

  Hook<B> nonsense(String what, @Nullable Object answer, @Nullable Act sameAs) {
    return nonsense(Act.answering(what, answer), sameAs);
  }

  Hook<B> nonsense(Act act, @Nullable Act sameAs) {
    List<Nonsense> longer = new ArrayList<>(nonsense);
    longer.add(new Nonsense(act, sameAs));
    return new Hook<>(builder, signature, part, nature, install, asIfItThrew, longer);
  }

  /** Gives the trap to a builder when it is one of this kind. */
  void installInto(Object any, Trap trap) {
    if (builder.isInstance(any)) {
      install.accept(builder.cast(any), trap);
    }
  }

  @Override
  public String toString() {
    return part.isEmpty() ? signature : signature + " [" + part + "]";
  }
}
