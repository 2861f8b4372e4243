package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FallbackMethodsTest {
  /** The guarded method and its fallback know the type variable of the superclass only. */
  abstract static class Generic<T> {
    @Fallback(method = "fb")
    public T a(T argument) {
      throw new IllegalStateException();
    }

    protected abstract T fb(T argument);
  }

  @ApplicationScoped
  static class GenericBean extends Generic<String> {
    @Override
    protected String fb(String argument) {
      return "fallback " + argument;
    }
  }

  /** The fallback is a default method of a generic interface. */
  interface WithDefault<K, V> {
    default V byDefault(K key) {
      return null;
    }
  }

  @ApplicationScoped
  static class DefaultBean implements WithDefault<String, List<Integer>> {
    @Fallback(method = "byDefault")
    public List<Integer> find(String key) {
      throw new IllegalStateException();
    }
  }

  @ApplicationScoped
  static class Many {
    @Fallback(method = "genericFallback")
    public <T> T generic(T argument) {
      throw new IllegalStateException();
    }

    <T> T genericFallback(T argument) {
      return argument;
    }

    @Fallback(method = "covariantFallback")
    public Number covariant() {
      throw new IllegalStateException();
    }

    Integer covariantFallback() {
      return 7;
    }

    @Fallback(method = "wrapped")
    public int primitive(int number) {
      throw new IllegalStateException();
    }

    Integer wrapped(Integer number) {
      return number + 1;
    }

    @Fallback(method = "overloaded")
    public String byFailure(String kind) throws Exception {
      throw switch (kind) {
        case "file" -> new FileNotFoundException("file");
        case "io" -> new IOException("io");
        case "state" -> new IllegalStateException("state");
        default -> new UnsupportedOperationException("other");
      };
    }

    String overloaded(String kind, IOException failure) {
      return "io " + failure.getMessage();
    }

    String overloaded(String kind, FileNotFoundException failure) {
      return "file " + failure.getMessage();
    }

    String overloaded(String kind, IllegalStateException failure) {
      return "state " + failure.getMessage();
    }

    @Fallback(method = "mixed")
    public String byFailureOrNot(String kind) throws Exception {
      return byFailureDirectly(kind);
    }

    String mixed(String kind) {
      return "any " + kind;
    }

    String mixed(String kind, IOException failure) {
      return "io " + failure.getMessage();
    }

    @Fallback(method = "unwrapped")
    public Integer wrapper(Integer number) {
      throw new IllegalStateException();
    }

    int unwrapped(int number) {
      return number + 2;
    }

    @Fallback(method = "first")
    public String many(String... texts) {
      throw new IllegalStateException();
    }

    String first(String[] texts) {
      return texts[0];
    }

    @Fallback(method = "secret")
    public String withPrivate() {
      throw new IllegalStateException();
    }

    @SuppressWarnings("UnusedMethod") // the fallback of withPrivate
    private String secret() {
      return "secret";
    }

    @Fallback(method = "constant")
    public String withStatic() {
      throw new IllegalStateException();
    }

    static String constant() {
      return "constant";
    }

    @Fallback(method = "failing")
    public String failingFallback() {
      throw new IllegalStateException("first");
    }

    String failing() throws IOException {
      throw new IOException("second");
    }

    @Fallback(method = "nothing")
    public void returnsNothing() {
      throw new IllegalStateException();
    }

    void nothing() {}

    @Fallback(
        method = "any",
        applyOn = {IOException.class, IllegalStateException.class},
        skipOn = FileNotFoundException.class)
    public String filtered(String kind) throws Exception {
      return byFailureDirectly(kind);
    }

    private String byFailureDirectly(String kind) throws Exception {
      throw switch (kind) {
        case "file" -> new FileNotFoundException("file");
        case "io" -> new IOException("io");
        default -> new UnsupportedOperationException("other");
      };
    }

    String any(String kind) {
      return "any " + kind;
    }

    @Fallback(method = "lastParameter")
    public String takesFailure(Exception last) {
      throw new IllegalStateException("guarded");
    }

    String lastParameter(Exception last) {
      return "argument " + last.getMessage();
    }

    @Fallback(method = "any", applyOn = Throwable.class)
    public String error(String kind) {
      throw new AssertionError("error");
    }

    @Fallback(method = "any")
    public String errorByDefault(String kind) {
      throw new AssertionError("error");
    }
  }

  @Test
  @DisplayName("CDI-31, S12a: type variables of the hierarchy are resolved in the bean class")
  void generics() {
    try (TestContainer container = TestContainer.of(GenericBean.class, DefaultBean.class)) {
      assertThat(container.get(GenericBean.class).a("x")).isEqualTo("fallback x");
      assertThat(container.get(DefaultBean.class).find("x")).isNull();
    }
  }

  @Test
  @DisplayName("CDI-31, S12b-e: generic methods, covariant returns, primitives and wrappers fit")
  void fits() {
    try (TestContainer container = TestContainer.of(Many.class)) {
      Many many = container.get(Many.class);
      assertThat(many.generic("x")).isEqualTo("x");
      assertThat(many.covariant()).isEqualTo(7);
      assertThat(many.primitive(1)).isEqualTo(2);
      assertThat(many.wrapper(1)).isEqualTo(3);
      assertThat(many.many("one", "two")).isEqualTo("one");
      assertThat(many.withPrivate()).isEqualTo("secret");
      assertThat(many.withStatic()).isEqualTo("constant");
      many.returnsNothing();
    }
  }

  @Test
  @DisplayName(
      "CDI-33: of overloads the one with the most specific throwable type answers; when none takes"
          + " it, the failure passes")
  void overloads() throws Exception {
    try (TestContainer container = TestContainer.of(Many.class)) {
      Many many = container.get(Many.class);
      assertThat(many.byFailure("file")).isEqualTo("file file");
      assertThat(many.byFailure("io")).isEqualTo("io io");
      assertThat(many.byFailure("state")).isEqualTo("state state");
      assertThatThrownBy(() -> many.byFailure("other"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  @DisplayName("CDI-33: an overload without a throwable answers what the others do not take")
  void overloadWithoutThrowable() throws Exception {
    try (TestContainer container = TestContainer.of(Many.class)) {
      Many many = container.get(Many.class);
      assertThat(many.byFailureOrNot("io")).isEqualTo("io io");
      assertThat(many.byFailureOrNot("x")).isEqualTo("any x");
    }
  }

  @Test
  @DisplayName(
      "CDI-30: a last parameter that the guarded method has too is an argument, not the failure")
  void lastParameter() {
    try (TestContainer container = TestContainer.of(Many.class)) {
      assertThat(container.get(Many.class).takesFailure(new IOException("mine")))
          .isEqualTo("argument mine");
    }
  }

  @Test
  @DisplayName("CDI-34: skipOn is stronger than applyOn, and what is in neither passes")
  void filters() throws Exception {
    try (TestContainer container = TestContainer.of(Many.class)) {
      Many many = container.get(Many.class);
      assertThat(many.filtered("io")).isEqualTo("any io");
      assertThatThrownBy(() -> many.filtered("file")).isInstanceOf(FileNotFoundException.class);
      assertThatThrownBy(() -> many.filtered("x"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  @DisplayName("CDI-34, S2: errors are answered only when applyOn names them or Throwable")
  void errors() {
    try (TestContainer container = TestContainer.of(Many.class)) {
      Many many = container.get(Many.class);
      assertThat(many.error("x")).isEqualTo("any x");
      assertThatThrownBy(() -> many.errorByDefault("x")).isInstanceOf(AssertionError.class);
    }
  }

  /** One fallback, in all company. */
  @ApplicationScoped
  static class Decorated {
    @Fallback(method = "answer", applyOn = Throwable.class)
    public String alone() {
      throw new AssertionError();
    }

    @Retry(delay = "0s")
    @Fallback(method = "answer", applyOn = Throwable.class)
    public String withRetry() {
      throw new AssertionError();
    }

    @Timeout("1s")
    @Fallback(method = "answer", applyOn = Throwable.class)
    public String withTimeout() {
      throw new AssertionError();
    }

    @CircuitBreaker
    @Fallback(method = "answer", applyOn = Throwable.class)
    public String withBreaker() {
      throw new AssertionError();
    }

    @Retry(delay = "0s")
    @CircuitBreaker
    @Timeout(value = "1s", detached = Switch.ON)
    @Fallback(method = "answer", applyOn = Throwable.class)
    public String withAll() {
      throw new AssertionError();
    }

    @Retry(delay = "0s")
    @Fallback(method = "later", applyOn = Throwable.class)
    public CompletionStage<String> stage() {
      throw new AssertionError();
    }

    @Timeout("1s")
    @Fallback(method = "later", applyOn = Throwable.class)
    public CompletionStage<String> failedStage() {
      return CompletableFuture.failedFuture(new AssertionError());
    }

    String answer() {
      return "answer";
    }

    CompletionStage<String> later() {
      return CompletableFuture.completedFuture("answer");
    }
  }

  @Test
  @DisplayName("CDI-34, S2: an error is answered alike, however else the method is guarded")
  void errorsInCompany() throws Exception {
    try (TestContainer container = TestContainer.of(Decorated.class)) {
      Decorated bean = container.get(Decorated.class);
      assertThat(
              List.of(
                  bean.alone(),
                  bean.withRetry(),
                  bean.withTimeout(),
                  bean.withBreaker(),
                  bean.withAll(),
                  bean.stage().toCompletableFuture().get(),
                  bean.failedStage().toCompletableFuture().get()))
          .containsOnly("answer");
    }
  }

  @Test
  @DisplayName("CDI-30: what the fallback method throws is what the caller gets, unchanged")
  void failingFallback() {
    try (TestContainer container = TestContainer.of(Many.class)) {
      assertThatThrownBy(container.get(Many.class)::failingFallback)
          .isInstanceOf(IOException.class)
          .hasMessage("second");
    }
  }

  @ApplicationScoped
  static class Guarded {
    int calls;

    @Fallback(method = "second")
    public String first() {
      throw new IllegalStateException("first");
    }

    @Retry(delay = "0s")
    public String second() {
      calls++;
      throw new IllegalStateException("second " + calls);
    }
  }

  @Test
  @DisplayName(
      "CDI-35: a fallback method is called directly; its own policies have no effect in that call")
  void direct() {
    try (TestContainer container = TestContainer.of(Guarded.class)) {
      assertThatThrownBy(container.get(Guarded.class)::first).hasMessage("second 1");
    }
  }

  @ApplicationScoped
  @Fallback(method = "fallback")
  static class OnClass {
    public String one() {
      throw new IllegalStateException();
    }

    public String fallback() {
      return "answer";
    }
  }

  @Test
  @DisplayName("CDI-36: a fallback on the class does not apply to the method that is the fallback")
  void onClass() {
    try (TestContainer container = TestContainer.of(OnClass.class)) {
      assertThat(container.get(OnClass.class).one()).isEqualTo("answer");
    }
  }

  @Test
  @DisplayName("CDI-36: nor when a key names the method")
  void onClassByKey() {
    try (TestContainer container =
        TestContainer.with()
            .beans(OnClassByKey.class)
            .key("firmitas.\"" + OnClassByKey.class.getName() + "\".fallback.method", "fallback")
            .start()) {
      assertThat(container.get(OnClassByKey.class).one()).isEqualTo("answer");
    }
  }

  @ApplicationScoped
  @Fallback
  static class OnClassByKey extends OnClass {}

  @Dependent
  static class Wrong {
    @Fallback(method = "cachd")
    public String misspelt(String key) {
      return "";
    }

    String cached(String key) {
      return "";
    }

    @Fallback(method = "candidate")
    public String none(String key, int number) {
      return "";
    }

    String candidate(String key) {
      return "";
    }

    String candidate(String key, long number) {
      return "";
    }

    String candidate(String key, int number, String more) {
      return "";
    }

    List<String> candidate(String key, int number) {
      return List.of();
    }

    @Fallback(method = "itself")
    public String itself() {
      return "";
    }

    @Fallback
    public String nothing() {
      return "";
    }

    @Fallback(method = "cached", value = "x")
    public String both(String key) {
      return "";
    }
  }

  @Test
  @DisplayName("CDI-37: a miss lists each candidate and why it was refused, or the nearest name")
  void misses() {
    List<DeploymentProblem> problems = TestContainer.with().beans(Wrong.class).problems();
    assertThat(problems).hasSize(5);
    String all = problems.toString();
    assertThat(all)
        .contains("has no method cachd; the nearest name is cached")
        .contains("candidate(java.lang.String) has 1 parameters instead of 2")
        .contains("candidate(java.lang.String,long) has parameter 2 of type long instead of int")
        .contains(
            "candidate(java.lang.String,int,java.lang.String) has 3 parameters instead of 2, and"
                + " the last one is no Throwable")
        .contains("returns java.util.List<java.lang.String>, which is no java.lang.String")
        .contains(
            "give it the parameters (java.lang.String, int), optionally followed by one of a"
                + " Throwable type")
        .contains("is the guarded method itself")
        .contains("says nothing to answer with")
        .contains("excludes each other");
  }
}
