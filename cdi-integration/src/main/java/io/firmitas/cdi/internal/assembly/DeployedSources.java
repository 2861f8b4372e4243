package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.SourceLists;
import io.firmitas.cdi.internal.config.Nearest;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The sources of methods and of names. */
final class DeployedSources implements SourceLists {
  private final Map<String, Sources<?>> all = new ConcurrentHashMap<>();

  /** Adds sources, and returns them. */
  Sources<?> add(String name, Sources<?> sources) {
    all.put(name, sources);
    return sources;
  }

  @Override
  public SortedSet<String> names() {
    return new TreeSet<>(all.keySet());
  }

  @Override
  public SortedMap<String, List<SourceStatus<?>>> status() {
    SortedMap<String, List<SourceStatus<?>>> status = new TreeMap<>();
    all.forEach((name, sources) -> status.put(name, List.copyOf(sources.status())));
    return status;
  }

  @Override
  public Optional<Sources<?>> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  @Override
  public Sources<?> get(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException(Nearest.none("sources", name, names())));
  }
}
