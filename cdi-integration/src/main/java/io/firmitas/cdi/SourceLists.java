package io.firmitas.cdi;

import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * All sources of the container's methods with {@link FromSources}, to look at them and to switch
 * them on again: {@code @Inject SourceLists sources;}.
 *
 * <p>Sources without a name are called after their method, {@code com.acme.Catalog/find}; of
 * overloads with the parameter types, {@code com.acme.Catalog/find(int)}. Thread-safe.
 */
public interface SourceLists {
  /**
   * The names of all of them.
   *
   * @return a new set, sorted
   */
  SortedSet<String> names();

  /**
   * The states of all sources.
   *
   * @return a new map by name, sorted; for each name the sources in the order in which they are
   *     tried
   */
  SortedMap<String, List<SourceStatus<?>>> status();

  /**
   * Sources, if there are any with the name.
   *
   * @param name the name
   * @return the sources
   */
  Optional<Sources<?>> find(String name);

  /**
   * Sources: {@code lists.get("cdn").reset()} switches all of them on.
   *
   * @param name the name
   * @return the sources that methods are called with
   * @throws IllegalArgumentException when there are none; the message names the nearest name
   */
  Sources<?> get(String name);
}
